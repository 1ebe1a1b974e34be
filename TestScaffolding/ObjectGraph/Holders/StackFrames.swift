#if DEBUG
import ObjectMemory

/// The calls that a thread was in when its stack was copied.
///
/// Each call keeps where the stack of its caller begins, and next to it where the caller goes on. Not all functions of
/// the C library do; those of Swift and of Dispatch do.
struct StackFrames {
  /// Where each caller goes on, from the innermost call outwards.
  private(set) var returns: [UInt] = []

  init(_ region: StillPicture.Region, _ picture: StillPicture) {
    // What an earlier call has left may look like the innermost one, but it does not lead as far.
    var (best, mostCalls) = (UInt(0), 0)
    var calls: [UInt: Int] = [:]
    for start in stride(from: region.start, to: min(region.end, region.start &+ Self.longestGap), by: 8) {
      var (chain, place) = ([UInt](), start)
      while calls[place] == nil, let next = Self.caller(at: place, region, picture) {
        chain.append(place)
        place = next
      }
      // How many calls there are from a place on is counted only once.
      for place in chain.reversed() { calls[place] = 1 + (calls[picture.word(place)] ?? 0) }
      if let count = calls[start], count > mostCalls { (best, mostCalls) = (start, count) }
    }
    while returns.count < mostCalls {
      returns.append(picture.word(best &+ 8))
      best = picture.word(best)
    }
  }

  /// Where the next call begins, if one may be kept at the place.
  private static func caller(
    at place: UInt, _ region: StillPicture.Region, _ picture: StillPicture
  ) -> UInt? {
    let (next, back) = (picture.word(place), picture.word(place &+ 8))
    guard next & 15 == 0, next > place, next < region.end, back > 0xFFFF, !region.contains(back),
      ObjectMemoryIsProgram(back)
    else { return nil }
    return next
  }

  private static var longestGap: UInt { 1 << 16 }
}
#endif
