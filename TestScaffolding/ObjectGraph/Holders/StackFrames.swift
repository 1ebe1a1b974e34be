#if DEBUG
import ObjectMemory

/// The calls that a thread was in when its stack was copied.
///
/// Each call keeps where the stack of its caller begins, and next to it where the caller goes on. Not all functions of
/// the C library do; those of Swift and of Dispatch do.
struct StackFrames {
  /// Where each caller goes on, from the innermost call outwards.
  private(set) var returns: [UInt] = []

  init(_ region: StillPicture.Region) {
    let words = Int(bitPattern: (region.end &- region.start) / 8)
    // What an earlier call has left may look like the innermost one, but it does not lead as far. A chain that begins on
    // the way of another one is shorter.
    var seen: Set<Int> = []
    for start in 0..<max(0, min(words - 1, Self.longestGap)) where !seen.contains(start) {
      let found = Self.chain(from: start, in: region, words, &seen)
      if found.count > returns.count { returns = found }
    }
  }

  private static func chain(
    from start: Int, in region: StillPicture.Region, _ words: Int, _ seen: inout Set<Int>
  ) -> [UInt] {
    var (returns, position) = ([UInt](), start)
    while returns.count < mostCalls, position < words - 1 {
      let (next, back) = (region.copy[position], region.copy[position + 1])
      guard next & 15 == 0, next > region.start &+ UInt(bitPattern: position) &* 8, next < region.end,
        back > 0xFFFF, !region.contains(back), ObjectMemoryIsProgram(back)
      else { break }
      seen.insert(position)
      returns.append(back)
      position = Int(bitPattern: (next &- region.start) / 8)
    }
    return returns
  }

  private static var longestGap: Int { 1 << 13 }
  private static var mostCalls: Int { 4096 }
}
#endif
