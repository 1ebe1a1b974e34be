#if DEBUG
/// Reads a whole picture for words that are addresses of something.
struct PointerScan {
  private let picture: StillPicture

  init(_ picture: StillPicture) { self.picture = picture }

  /// All places whose word is an address in one of the ranges, each with the position of the range. The ranges must not
  /// overlap. Nil if the budget of the picture was spent before all was read; where only some regions are read, they are
  /// always read to the end.
  func places(
    pointingInto ranges: [Range<UInt>], of regions: [StillPicture.Region]? = nil
  ) -> [(place: UInt, range: Int)]? {
    let wanted = ranges.enumerated().sorted { $0.element.lowerBound < $1.element.lowerBound }
    guard let first = wanted.first?.element.lowerBound, let last = wanted.last?.element.upperBound else {
      return []
    }
    let bits = Self.bits(for: ranges)
    var found: [(place: UInt, range: Int)] = []
    return filter(for: ranges, bits).withUnsafeBufferPointer { filter in
      for region in regions ?? picture.regions {
        for position in 0..<Int(bitPattern: (region.end &- region.start) / 8) {
          if position & Self.wordsAtOnce == 0, regions == nil, picture.budget.isSpent { return nil }
          let value = region.copy[position] & Self.addressBits
          if value < first || value >= last { continue }
          let bit = Self.bit(value >> 4, bits)
          guard filter[bit >> 6] >> UInt64(bit & 63) & 1 == 1 else { continue }
          let next = (0..<wanted.count).lowest { wanted[$0].element.lowerBound > value }
          guard next > 0, value < wanted[next - 1].element.upperBound else { continue }
          found.append((region.start &+ UInt(bitPattern: position) &* 8, wanted[next - 1].offset))
        }
      }
      return found
    }
  }

  private static var wordsAtOnce: Int { 1 << 20 - 1 }

  /// Few enough of the bits are set for most words to be recognized as others.
  private static func bits(for ranges: [Range<UInt>]) -> Int {
    let lines = ranges.reduce(0) { $0 + ($1.upperBound &- $1.lowerBound) / 16 + 1 }
    return min(max(16, 68 - lines.leadingZeroBitCount), 27)
  }

  /// One bit for each sixteen bytes that are wanted: most words are recognized as others by that.
  private func filter(for ranges: [Range<UInt>], _ bits: Int) -> [UInt64] {
    var filter = [UInt64](repeating: 0, count: 1 << (bits - 6))
    for range in ranges {
      for line in stride(from: range.lowerBound >> 4, through: (range.upperBound &- 1) >> 4, by: 1) {
        let bit = Self.bit(line, bits)
        filter[bit >> 6] |= 1 << UInt64(bit & 63)
      }
    }
    return filter
  }

  private static func bit(_ line: UInt, _ bits: Int) -> Int {
    Int(truncatingIfNeeded: (line &* 0x9E37_79B9_7F4A_7C15) >> UInt(64 - bits))
  }

  /// The bits of a reference that are an address; Swift uses the others for notes.
  private static var addressBits: UInt { 0x00FF_FFFF_FFFF_FFF8 }
}
#endif
