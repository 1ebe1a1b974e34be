#if DEBUG
/// A parsed JSON text.
package enum JSONValue: Sendable, Equatable {
  package struct Member: Sendable, Equatable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  case null
  case bool(Bool)
  /// A number without fraction and exponent that an Int can hold.
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// Parses a text that is one value and nothing else.
  ///
  /// - Parameter takesHalves: Whether half of a character, as `\\ud83d` alone is, is read as U+FFFD. It is no text.
  package init(parsing bytes: [UInt8], takesHalves: Bool = false) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      guard let start = buffer.baseAddress else { throw .syntax }
      var parser = JSONParser(start, count: buffer.count, takesHalves: takesHalves)
      return try parser.text()
    }
  }

  /// The value of the first member with the name, if this is an object that has one.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: FieldName.self)
      for member in members {
        try container.encode(member.value, forKey: FieldName(stringValue: member.name))
      }
    case .array(let values): try values.encode(to: encoder)
    case .bool(let bool): try bool.encode(to: encoder)
    case .integer(let integer): try integer.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .string(let text): try text.encode(to: encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

/// The bytes that mean something in JSON: in debug builds, `UInt8(ascii:)` is a call and a check for each.
enum JSONByte {
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var quote: UInt8 { 0x22 }
  static var plus: UInt8 { 0x2B }
  static var comma: UInt8 { 0x2C }
  static var minus: UInt8 { 0x2D }
  static var point: UInt8 { 0x2E }
  static var zero: UInt8 { 0x30 }
  static var nine: UInt8 { 0x39 }
  static var colon: UInt8 { 0x3A }
  static var openingBracket: UInt8 { 0x5B }
  static var backslash: UInt8 { 0x5C }
  static var closingBracket: UInt8 { 0x5D }
  static var openingBrace: UInt8 { 0x7B }
  static var closingBrace: UInt8 { 0x7D }
  static var delete: UInt8 { 0x7F }
  /// What the characters from U+0080 to U+00BF begin with in UTF-8.
  static var firstOfTwo: UInt8 { 0xC2 }
}

/// Reads bytes by their address: what is generic about a buffer is slow in debug builds, in which all this runs.
private struct JSONParser {
  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  private let takesHalves: Bool
  private var next = 0
  private var depth = 0

  /// Deeper nesting is refused, because each level needs room on the stack.
  private static let mostLevels = 512

  init(_ bytes: UnsafePointer<UInt8>, count: Int, takesHalves: Bool) {
    (self.bytes, self.count, self.takesHalves) = (bytes, count, takesHalves)
  }

  mutating func text() throws(JSONError) -> JSONValue {
    let value = try value()
    guard token() == nil else { throw .syntax }
    return value
  }

  private func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + start, count: end - start)
  }

  /// The next byte that is no white space, which stays the next one.
  private mutating func token() -> UInt8? {
    while next < count {
      let byte = bytes[next]
      guard
        byte == JSONByte.space || byte == JSONByte.lineFeed || byte == JSONByte.carriageReturn
          || byte == JSONByte.tab
      else { return byte }
      next &+= 1
    }
    return nil
  }

  private mutating func take(_ expected: UInt8) -> Bool {
    guard token() == expected else { return false }
    next += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    switch token() {
    case JSONByte.quote: return .string(try string())
    case JSONByte.openingBrace: return .object(try members())
    case JSONByte.openingBracket: return .array(try elements())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let end = next + word.utf8CodeUnitCount
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: end - next)
    guard end <= count, slice(next, end).elementsEqual(expected) else { throw .syntax }
    next = end
    return value
  }

  private mutating func enter() throws(JSONError) {
    next += 1
    depth += 1
    if depth > Self.mostLevels { throw .syntax }
  }

  private mutating func members() throws(JSONError) -> [JSONValue.Member] {
    try enter()
    defer { depth -= 1 }
    var members: [JSONValue.Member] = []
    if take(JSONByte.closingBrace) { return members }
    repeat {
      guard token() == JSONByte.quote else { throw .syntax }
      let name = try string()
      guard take(JSONByte.colon) else { throw .syntax }
      members.append(.init(name, try value()))
    } while take(JSONByte.comma)
    guard take(JSONByte.closingBrace) else { throw .syntax }
    return members
  }

  private mutating func elements() throws(JSONError) -> [JSONValue] {
    try enter()
    defer { depth -= 1 }
    var elements: [JSONValue] = []
    if take(JSONByte.closingBracket) { return elements }
    repeat { elements.append(try value()) } while take(JSONByte.comma)
    guard take(JSONByte.closingBracket) else { throw .syntax }
    return elements
  }

  // MARK: - Strings

  /// Parses a string, whose opening quote is the next byte.
  private mutating func string() throws(JSONError) -> String {
    next += 1
    let start = next
    while next < count {
      let byte = bytes[next]
      if byte == JSONByte.quote {
        defer { next += 1 }
        return try Self.decoded(slice(start, next))
      }
      if byte == JSONByte.backslash { return try escapedString(from: start) }
      if byte < JSONByte.space { throw .syntax }
      next &+= 1
    }
    throw .syntax
  }

  private static func decoded(_ utf8: some Collection<UInt8>) throws(JSONError) -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else { throw .syntax }
    return text
  }

  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var unescaped = Array(slice(start, next))
    while next < count {
      let byte = bytes[next]
      next += 1
      switch byte {
      case JSONByte.quote: return try Self.decoded(unescaped)
      case JSONByte.backslash: try appendEscaped(to: &unescaped)
      case ..<JSONByte.space: throw .syntax
      default: unescaped.append(byte)
      }
    }
    throw .syntax
  }

  private mutating func appendEscaped(to text: inout [UInt8]) throws(JSONError) {
    guard next < count else { throw .syntax }
    let letter = bytes[next]
    next += 1
    switch letter {
    case JSONByte.quote, JSONByte.backslash, UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(try scalar()).utf8)
    default: throw .syntax
    }
  }

  /// The scalar behind `\u`, of which a large one is written as two halves.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let end = next
    if 0xD800..<0xDC00 ~= unit, next + 2 <= count, bytes[next] == JSONByte.backslash,
      bytes[next + 1] == UInt8(ascii: "u")
    {
      next += 2
      let low = try hexadecimal()
      if 0xDC00..<0xE000 ~= low, let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + low - 0xDC00) {
        return scalar
      }
    }
    guard takesHalves else { throw .syntax }
    next = end
    return "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    guard next + 4 <= count else { throw .syntax }
    var unit: UInt32 = 0
    for byte in slice(next, next + 4) {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { throw .syntax }
      unit = unit << 4 + UInt32(digit)
    }
    next += 4
    return unit
  }

  // MARK: - Numbers

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = next
    if peek() == JSONByte.minus { next += 1 }
    let integerDigits = digits()
    guard integerDigits > 0 else { throw .syntax }
    let hasLeadingZero = bytes[next - integerDigits] == JSONByte.zero && integerDigits > 1
    var isWhole = true
    if peek() == JSONByte.point {
      (next, isWhole) = (next + 1, false)
      guard digits() > 0 else { throw .syntax }
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      (next, isWhole) = (next + 1, false)
      if peek() == JSONByte.minus || peek() == JSONByte.plus { next += 1 }
      guard digits() > 0 else { throw .syntax }
    }
    let text = String(decoding: slice(start, next), as: UTF8.self)
    if isWhole, let integer = Int(text), !hasLeadingZero { return .integer(integer) }
    guard let number = Double(text), number.isFinite, !hasLeadingZero else { throw .syntax }
    return .number(number)
  }

  private func peek() -> UInt8? { next < count ? bytes[next] : nil }

  private mutating func digits() -> Int {
    let start = next
    while next < count, bytes[next] >= JSONByte.zero, bytes[next] <= JSONByte.nine { next &+= 1 }
    return next - start
  }
}
#endif
