#if DEBUG
import ObjectMemory

// Each call keeps where the stack of its caller begins, and next to it where the caller goes on. Not all functions of the C
// library do; those of Swift and of Dispatch do.

extension StillPicture {
  /// Where each caller of the calls that a thread was in goes on, from the innermost call outwards.
  func returns(onStack region: Region) -> [UInt] {
    // What an earlier call has left may look like the innermost one, but it does not lead as far.
    var (best, mostCalls) = (UInt(0), 0)
    var calls: [UInt: Int] = [:]
    for start in stride(from: region.start, to: min(region.end, region.start &+ Self.longestGap), by: 8) {
      var (chain, place) = ([UInt](), start)
      while calls[place] == nil, let next = caller(at: place, on: region) {
        chain.append(place)
        place = next
      }
      // How many calls there are from a place on is counted only once.
      for place in chain.reversed() { calls[place] = 1 + (calls[word(place)] ?? 0) }
      if let count = calls[start], count > mostCalls { (best, mostCalls) = (start, count) }
    }
    var returns: [UInt] = []
    while returns.count < mostCalls {
      returns.append(word(best &+ 8))
      best = word(best)
    }
    return returns
  }

  /// Where the next call begins, if one may be kept at the place.
  private func caller(at place: UInt, on region: Region) -> UInt? {
    let (next, back) = (word(place), word(place &+ 8))
    guard next & 15 == 0, next > place, next < region.end, back > 0xFFFF, !region.contains(back),
      ObjectMemoryIsProgram(back)
    else { return nil }
    return next
  }

  private static var longestGap: UInt { 1 << 16 }
}
#endif
