extension SwiftSourceReader {
  /// Reads a string literal, the number of whose hashes is known, from its first quotation mark on.
  mutating func readLiteral(hashes: Int) {
    let quote = UInt8(ascii: "\"")
    let isMultiline = hasNext("\"\"\"")
    let end =
      Array(repeating: quote, count: isMultiline ? 3 : 1)
      + Array(repeating: UInt8(ascii: "#"), count: hashes)
    let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
    var text: [UInt8] = []
    var start = line
    func flushed() -> String { String(decoding: text, as: UTF8.self) }

    advance(isMultiline ? 3 : 1)
    while let byte = peek() {
      if bytes[index...].starts(with: end) {
        advance(end.count)
        break
      } else if bytes[index...].starts(with: escape) {
        advance(escape.count)
        if peek() == UInt8(ascii: "(") {
          note(literal: flushed(), line: start)
          advance()
          readCode(inInterpolation: true)
          text = []
          start = line
        } else if peek() != UInt8(ascii: "\n") {
          text += readEscape()
        }
      } else if byte == UInt8(ascii: "\n") {
        // A literal on one line cannot go on here: what looked like one was a quotation mark in a regex.
        note(literal: flushed(), line: start)
        text = []
        guard isMultiline else { return }
        advance()
        while peek() == UInt8(ascii: " ") { advance() }
        start = line
      } else {
        text.append(byte)
        advance()
      }
    }
    note(literal: flushed(), line: start)
  }

  private mutating func readEscape() -> [UInt8] {
    guard let byte = peek() else { return [] }
    advance()
    switch byte {
    case UInt8(ascii: "n"): return [0x0a]
    case UInt8(ascii: "r"): return [0x0d]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "0"): return [0]
    case UInt8(ascii: "u"): return readScalar()
    default: return [byte]
    }
  }

  private mutating func readScalar() -> [UInt8] {
    var digits = ""
    advance()
    while let byte = peek(), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "\n") {
      digits.unicodeScalars.append(Unicode.Scalar(byte))
      advance()
    }
    advance()
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else { return [] }
    return Array(String(scalar).utf8)
  }
}
