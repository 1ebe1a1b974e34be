#if DEBUG
/// A parsed JSON text.
enum JSONValue: Sendable, Equatable {
  struct Member: Sendable, Equatable {
    let name: String
    let value: JSONValue
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
  init(parsing bytes: [UInt8]) throws(JSONError) {
    let result: Result<JSONValue, JSONError> = bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(buffer)
      do throws(JSONError) {
        return .success(try parser.text())
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }
}

private struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var next = 0
  private var depth = 0

  /// Deeper nesting is refused, because each level needs room on the stack.
  private static let mostLevels = 512

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func text() throws(JSONError) -> JSONValue {
    let value = try value()
    guard token() == nil else { throw .syntax }
    return value
  }

  /// The next byte that is no white space, which stays the next one.
  private mutating func token() -> UInt8? {
    while next < bytes.count {
      switch bytes[next] {
      case 0x20, 0x09, 0x0A, 0x0D: next += 1
      case let byte: return byte
      }
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
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let end = next + word.utf8CodeUnitCount
    guard end <= bytes.count,
      bytes[next..<end].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: end - next))
    else { throw .syntax }
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
    if take(UInt8(ascii: "}")) { return members }
    repeat {
      guard token() == UInt8(ascii: "\"") else { throw .syntax }
      let name = try string()
      guard take(UInt8(ascii: ":")) else { throw .syntax }
      members.append(.init(name: name, value: try value()))
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw .syntax }
    return members
  }

  private mutating func elements() throws(JSONError) -> [JSONValue] {
    try enter()
    defer { depth -= 1 }
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return elements }
    repeat { elements.append(try value()) } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw .syntax }
    return elements
  }

  // MARK: - Strings

  /// Parses a string, whose opening quote is the next byte.
  private mutating func string() throws(JSONError) -> String {
    next += 1
    let start = next
    while next < bytes.count {
      switch bytes[next] {
      case UInt8(ascii: "\""):
        defer { next += 1 }
        return try Self.decoded(bytes[start..<next])
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case ..<0x20: throw .syntax
      default: next += 1
      }
    }
    throw .syntax
  }

  private static func decoded(_ utf8: some Collection<UInt8>) throws(JSONError) -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else { throw .syntax }
    return text
  }

  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var unescaped = Array(bytes[start..<next])
    while next < bytes.count {
      let byte = bytes[next]
      next += 1
      switch byte {
      case UInt8(ascii: "\""): return try Self.decoded(unescaped)
      case UInt8(ascii: "\\"): try appendEscaped(to: &unescaped)
      case ..<0x20: throw .syntax
      default: unescaped.append(byte)
      }
    }
    throw .syntax
  }

  private mutating func appendEscaped(to text: inout [UInt8]) throws(JSONError) {
    guard next < bytes.count else { throw .syntax }
    let letter = bytes[next]
    next += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
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
    guard 0xD800..<0xDC00 ~= unit, next + 2 <= bytes.count, bytes[next] == UInt8(ascii: "\\"),
      bytes[next + 1] == UInt8(ascii: "u")
    else { throw .syntax }
    next += 2
    let low = try hexadecimal()
    guard 0xDC00..<0xE000 ~= low, let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + low - 0xDC00)
    else { throw .syntax }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    guard next + 4 <= bytes.count else { throw .syntax }
    var unit: UInt32 = 0
    for byte in bytes[next..<next + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { throw .syntax }
      unit = unit << 4 + UInt32(digit)
    }
    next += 4
    return unit
  }

  // MARK: - Numbers

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = next
    if peek() == UInt8(ascii: "-") { next += 1 }
    let integerDigits = digits()
    guard integerDigits > 0 else { throw .syntax }
    let hasLeadingZero = bytes[next - integerDigits] == UInt8(ascii: "0") && integerDigits > 1
    var isWhole = true
    if peek() == UInt8(ascii: ".") {
      (next, isWhole) = (next + 1, false)
      guard digits() > 0 else { throw .syntax }
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      (next, isWhole) = (next + 1, false)
      if peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+") { next += 1 }
      guard digits() > 0 else { throw .syntax }
    }
    let text = String(decoding: bytes[start..<next], as: UTF8.self)
    if isWhole, let integer = Int(text), !hasLeadingZero { return .integer(integer) }
    guard let number = Double(text), number.isFinite, !hasLeadingZero else { throw .syntax }
    return .number(number)
  }

  private func peek() -> UInt8? { next < bytes.count ? bytes[next] : nil }

  private mutating func digits() -> Int {
    let start = next
    while let byte = peek(), 0x30...0x39 ~= byte { next += 1 }
    return next - start
  }
}
#endif
