/// Reads one flat JSON object, byte by byte, and says where the text goes wrong.
struct FlagTextReader {
  private let bytes: [UInt8]
  private let source: String
  private var offset = 0

  init(_ text: String, source: String) {
    bytes = Array(text.utf8)
    self.source = source
  }

  mutating func readDocument() throws(FlagError) -> [String: FlagLiteral] {
    var values: [String: FlagLiteral] = [:]
    try expect("{")
    skipSpace()
    if next == "}" {
      offset += 1
    } else {
      repeat {
        skipSpace()
        let key = try readString()
        try expect(":")
        if values.updateValue(try readValue(), forKey: key) != nil {
          throw .duplicateKey(key, source: source)
        }
      } while try readSeparator()
    }
    skipSpace()
    guard next == nil else { throw problem("text after the end of the object") }
    return values
  }

  private mutating func readSeparator() throws(FlagError) -> Bool {
    skipSpace()
    defer { offset += 1 }
    switch next {
    case ",": return true
    case "}": return false
    default: throw problem("no \",\" or \"}\" after a value")
    }
  }

  private mutating func readValue() throws(FlagError) -> FlagLiteral {
    skipSpace()
    switch next {
    case "\"": return .string(try readString())
    case "{", "[": throw problem("a list or an object where a plain value should be")
    case nil: throw problem("the end of the text where a value should be")
    default: break
    }
    let start = offset
    while let byte = next, !" \t\r\n,}".unicodeScalars.contains(byte) { offset += 1 }
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    if let number = Self.number(word) { return number }
    offset = start
    guard word.wholeMatch(of: Self.numberForm) != nil else {
      throw problem("\"\(word)\", which is neither true, false, a number nor a string,")
    }
    throw problem("\"\(word)\", which is too large (\(Self.isWhole(word) ? Self.wholeRange : Self.range)),")
  }

  private static var numberForm: Regex<(Substring, Substring, Substring?, Substring?)> {
    /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/
  }
  private static let wholeRange = "whole numbers go from \(Int.min) to \(Int.max)"
  private static let range =
    "numbers go from -\(Double.greatestFiniteMagnitude) to \(Double.greatestFiniteMagnitude)"

  private static func isWhole(_ word: String) -> Bool { !word.contains { ".eE".contains($0) } }

  /// The number, unless the word is none or it is too large.
  private static func number(_ word: String) -> FlagLiteral? {
    guard word.wholeMatch(of: numberForm) != nil else { return nil }
    if isWhole(word) { return Int(word).map(FlagLiteral.int) }
    return Double(word).flatMap { $0.isFinite ? .double($0) : nil }
  }

  private mutating func readString() throws(FlagError) -> String {
    skipSpace()
    guard next == "\"" else { throw problem("no string in quotation marks") }
    offset += 1
    var text: [UInt8] = []
    while let byte = next, byte != "\"" {
      guard byte.value >= 0x20 else { throw problem("a control character in a string") }
      if byte == "\\" {
        text += Array(String(try readEscape()).utf8)
      } else {
        text.append(bytes[offset])
        offset += 1
      }
    }
    guard next == "\"" else { throw problem("a string without its closing quotation mark") }
    offset += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func readEscape() throws(FlagError) -> Unicode.Scalar {
    let start = offset
    offset += 1
    defer { offset += 1 }
    switch next {
    case "\"": return "\""
    case "\\": return "\\"
    case "/": return "/"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let high = try readHexadecimal()
      if let scalar = Unicode.Scalar(high) { return scalar }
      offset += 1
      guard next == "\\", offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "u") else { break }
      offset += 1
      let low = try readHexadecimal()
      if (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    default: break
    }
    offset = start
    throw problem("an escape that JSON does not know")
  }

  /// Reads four digits after the current byte and stops on the last.
  private mutating func readHexadecimal() throws(FlagError) -> UInt32 {
    let digits = bytes[min(offset + 1, bytes.count)..<min(offset + 5, bytes.count)]
    let word = String(decoding: digits, as: UTF8.self)
    guard word.count == 4, word.allSatisfy(\.isHexDigit), let value = UInt32(word, radix: 16) else {
      throw problem("a \\u without four hexadecimal digits")
    }
    offset += 4
    return value
  }

  private var next: Unicode.Scalar? { offset < bytes.count ? Unicode.Scalar(bytes[offset]) : nil }

  private mutating func skipSpace() {
    while let byte = next, " \t\r\n".unicodeScalars.contains(byte) { offset += 1 }
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(FlagError) {
    skipSpace()
    guard next == scalar else { throw problem("no \"\(scalar)\"") }
    offset += 1
  }

  private func problem(_ what: String) -> FlagError {
    .malformed(source: source, problem: what, offset: offset)
  }
}
