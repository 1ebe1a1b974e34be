import OperatingSystem

/// Looks for text in bytes that may not be text, at the speed of the C library also in a debug build.
struct ByteText {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }
  subscript(index: Int) -> UInt8 { bytes[index] }

  func isBlank(_ index: Int) -> Bool { bytes[index] == 32 || bytes[index] == 9 }
  func isDigit(_ index: Int) -> Bool { bytes[index] &- 48 < 10 }

  func skipBlanks(from start: Int) -> Int {
    var index = start
    while index < bytes.count, isBlank(index) { index += 1 }
    return index
  }

  func hasPrefix(_ text: StaticString, at start: Int) -> Bool {
    bytes.has(text, at: start)
  }

  func hasSuffix(_ text: StaticString) -> Bool { hasPrefix(text, at: bytes.count - text.utf8CodeUnitCount) }

  /// Returns where the text first begins.
  ///
  /// - Parameter pivot: Where in the text its rarest character is: that one is looked for.
  func range(of text: StaticString, pivot: Int = 0, from start: Int = 0) -> Int? {
    var from = start + pivot
    while from < bytes.count {
      guard let position = bytes.firstPlace(of: text.utf8Start[pivot], from: from) else { return nil }
      if hasPrefix(text, at: position - pivot) { return position - pivot }
      from = position + 1
    }
    return nil
  }

  /// Returns where the text last begins.
  func lastRange(of text: StaticString, from start: Int) -> Int? {
    var last: Int?
    var from = start
    while let found = range(of: text, from: from) {
      last = found
      from = found + 1
    }
    return last
  }

  /// Reads a number such as `14.20`, or `14,20` of another region, and returns where it ends.
  func decimal(at start: Int) -> (value: Double, end: Int)? {
    var index = start
    var whole = 0.0
    while index < bytes.count, isDigit(index) {
      whole = whole * 10 + Double(bytes[index] &- 48)
      index += 1
    }
    guard index > start, index - start <= 9 else { return nil }
    guard index < bytes.count, bytes[index] == 46 || bytes[index] == 44 else { return (whole, index) }
    index += 1
    var fraction = 0.0
    var scale = 1.0
    while index < bytes.count, isDigit(index) {
      if scale < 1e9 {
        fraction = fraction * 10 + Double(bytes[index] &- 48)
        scale *= 10
      }
      index += 1
    }
    return (whole + fraction / scale, index)
  }

  /// Returns the bytes as text that is safe to show: repaired, of bounded length, without control characters.
  func string(_ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    let slice = bytes[start..<min(end, start + 400)]
    let isPlain = slice.allSatisfy { $0 >= 32 && $0 < 127 }
    let text = String(decoding: slice, as: UTF8.self)
    if isPlain { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { Self.isControl($0) ? "\u{FFFD}" : $0 }))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}
