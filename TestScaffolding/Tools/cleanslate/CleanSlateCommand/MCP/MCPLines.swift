#if DEBUG
/// Cuts what comes from an agent into lines. Each byte is looked at once, and no line is kept that is too long.
struct MCPLines {
  enum Line: Equatable { case whole([UInt8]), tooLong }

  static let mostBytes = 4 << 20
  /// What came after the last end of line.
  private var begun: [UInt8] = []
  private var isTooLong = false

  /// Returns the lines that end in the bytes.
  mutating func take(_ bytes: [UInt8]) -> [Line] {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return parts.enumerated().compactMap { index, part in
      add(part)
      return index < parts.count - 1 ? end() : nil
    }
  }

  /// Returns the line that no end of line has ended.
  mutating func end() -> Line {
    defer { (begun, isTooLong) = ([], false) }
    return isTooLong ? .tooLong : .whole(begun)
  }

  private mutating func add(_ part: ArraySlice<UInt8>) {
    if begun.count + part.count > Self.mostBytes { (begun, isTooLong) = ([], true) }
    if !isTooLong { begun += part }
  }
}
#endif
