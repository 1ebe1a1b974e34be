import OperatingSystem

/// The contents of a section, and ways to find strings in them.
struct SearchArea {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Returns where the needle is, one place after the other.
  func places(of needle: [UInt8]) -> AnyIterator<Int> {
    var start = bytes.startIndex
    return AnyIterator {
      guard let place = find(needle, from: start) else { return nil }
      start = place + 1
      return place
    }
  }

  /// Returns whether the needle is anywhere.
  func contains(_ needle: [UInt8]) -> Bool { find(needle, from: bytes.startIndex) != nil }

  /// Returns the text around a place, as far as it makes sense on both sides.
  func string(around place: Int) -> String {
    let start = bytes[..<place].lastIndex { !Self.isText($0) }.map { $0 + 1 } ?? bytes.startIndex
    let end = bytes[place...].firstIndex { !Self.isText($0) } ?? bytes.endIndex
    let before = String(decoding: bytes[start..<place], as: UTF8.self).split(
      separator: "\u{fffd}", omittingEmptySubsequences: false)
    let after = String(decoding: bytes[place..<end], as: UTF8.self).prefix { $0 != "\u{fffd}" }
    return String((before.last ?? "") + after)
  }

  /// Returns whether no word goes on across the place.
  func beginsString(at place: Int) -> Bool {
    // The number that often stands before a string may end in a byte that could be part of a letter in UTF-8.
    place == bytes.startIndex || bytes[place - 1] >= 0x80 || !SwiftSourceReader.isWord(bytes[place - 1])
  }

  /// Returns whether the machine code builds a short string from two numbers, as Swift does for up to 15 bytes.
  func hasImmediate(_ text: [UInt8]) -> Bool {
    guard (8...15).contains(text.count) else { return false }
    let padding = Array(repeating: UInt8(0), count: 15 - text.count)
    let isASCII = text.allSatisfy { $0 < 0x80 }
    let count = UInt8(text.count) | (isASCII ? 0xe0 : 0xa0)
    let second = Array(text[8...]) + padding + [count]
    // The two numbers are loaded close to each other, in either order.
    let distance = 64
    return places(of: Array(text.prefix(8))).contains { place in
      let near = max(bytes.startIndex, place - distance)..<min(bytes.endIndex, place + distance)
      return SearchArea(bytes[near]).contains(second)
    }
  }

  /// Returns how many strings of at least four ASCII characters there are.
  func stringCount() -> Int {
    var count = 0
    var length = 0
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes {
        length = Self.isText(byte) && byte < 0x80 ? length + 1 : 0
        if length == 4 { count += 1 }
      }
    }
    return count
  }

  private func find(_ needle: [UInt8], from start: Int) -> Int? {
    guard start < bytes.endIndex else { return nil }
    return bytes[start...].withUnsafeBytes { $0.firstPlace(of: needle) }.map { start + $0 }
  }

  private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7f }
}
