#if DEBUG
/// Reads a whole picture for words that are addresses of something.
struct PointerScan {
  private let picture: StillPicture

  init(_ picture: StillPicture) { self.picture = picture }

  /// All places whose word is an address in one of the ranges, each with the position of the range. The ranges must not
  /// overlap.
  func places(
    pointingInto ranges: [Range<UInt>], of regions: [StillPicture.Region]? = nil
  ) -> [(place: UInt, range: Int)] {
    let wanted = ranges.enumerated().sorted { $0.element.lowerBound < $1.element.lowerBound }
    var found: [(place: UInt, range: Int)] = []
    filter(for: ranges).withUnsafeBufferPointer { filter in
      for region in regions ?? picture.regions {
        for position in 0..<Int(bitPattern: (region.end &- region.start) / 8) {
          let value = region.copy[position] & Self.addressBits
          if value < 4096 { continue }
          let bit = Self.bit(value >> 4)
          guard filter[bit >> 6] >> UInt64(bit & 63) & 1 == 1 else { continue }
          let next = (0..<wanted.count).lowest { wanted[$0].element.lowerBound > value }
          guard next > 0, value < wanted[next - 1].element.upperBound else { continue }
          found.append((region.start &+ UInt(bitPattern: position) &* 8, wanted[next - 1].offset))
        }
      }
    }
    return found
  }

  /// One bit for each sixteen bytes that are wanted: most words are recognized as others by that.
  private func filter(for ranges: [Range<UInt>]) -> [UInt64] {
    var filter = [UInt64](repeating: 0, count: 1 << 10)
    for range in ranges {
      for line in stride(from: range.lowerBound >> 4, through: (range.upperBound &- 1) >> 4, by: 1) {
        let bit = Self.bit(line)
        filter[bit >> 6] |= 1 << UInt64(bit & 63)
      }
    }
    return filter
  }

  private static func bit(_ line: UInt) -> Int {
    Int(truncatingIfNeeded: (line &* 0x9E37_79B9_7F4A_7C15) >> 48)
  }

  /// The bits of a reference that are an address; Swift uses the others for notes.
  private static var addressBits: UInt { 0x00FF_FFFF_FFFF_FFF8 }
}
#endif
