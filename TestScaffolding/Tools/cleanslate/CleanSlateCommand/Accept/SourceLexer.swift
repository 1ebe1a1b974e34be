/// Splits a Swift source into words, literals and the signs between them. It knows comments and strings of each kind, and
/// nothing else of the grammar: a quotation mark in a regular expression hides the rest of its line.
struct SourceLexer {
  struct Token {
    enum Kind: Equatable { case word, literal(StringLiteral), sign(UInt8) }

    let kind: Kind
    let range: Range<Int>
    /// That of its first byte, counted from 1.
    let line: Int
  }

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var tokens: [Token] = []

  static func tokens(of source: [UInt8]) -> [Token] {
    var lexer = SourceLexer(bytes: source)
    lexer.readCode()
    return lexer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ distance: Int = 0) -> UInt8? {
    bytes.indices.contains(index + distance) ? bytes[index + distance] : nil
  }

  private func has(_ text: String, at distance: Int = 0) -> Bool {
    bytes.dropFirst(index + distance).starts(with: text.utf8)
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count {
      let isEnd = byte() == UInt8(ascii: "\r") && byte(1) != UInt8(ascii: "\n")
      if byte() == UInt8(ascii: "\n") || isEnd { line += 1 }
      index += 1
    }
  }

  private mutating func add(_ kind: Token.Kind, from start: Int, line: Int) {
    tokens.append(Token(kind: kind, range: start..<index, line: line))
  }

  private enum Interpolation { case ofOneLine, ofLines }

  /// Reads up to the end, or up to the parenthesis that ends an interpolation. In a string of one line, only strings of several
  /// go over its end.
  private mutating func readCode(in interpolation: Interpolation? = nil) {
    var depth = 0
    while let byte = byte() {
      if interpolation == .ofOneLine, Self.isLineEnd(byte) { return }
      let (start, line) = (index, line)
      let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
      if has("//") {
        while let next = self.byte(), !Self.isLineEnd(next) { advance() }
      } else if has("/*") {
        skipComment()
      } else if has("\"", at: hashes) {
        if let literal = readLiteral(hashes: hashes) { add(.literal(literal), from: start, line: line) }
      } else if let end = endOfRawName() {
        advance(end - index)
        add(.word, from: start, line: line)
      } else if Self.isOfWord(byte) {
        while let next = self.byte(), Self.isOfWord(next) { advance() }
        add(.word, from: start, line: line)
      } else {
        advance()
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") {
          if interpolation != nil, depth == 0 { return }
          depth -= 1
        }
        if byte > UInt8(ascii: " ") { add(.sign(byte), from: start, line: line) }
      }
    }
  }

  /// Where a name between backticks ends, which may have any other sign in it.
  private func endOfRawName() -> Int? {
    guard byte() == UInt8(ascii: "`") else { return nil }
    let name = bytes.dropFirst(index + 1).prefix { !Self.isLineEnd($0) }
    return name.firstIndex(of: UInt8(ascii: "`")).map { $0 + 1 }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// One without an end is none: it is in a regular expression.
  private mutating func skipComment() {
    let start = (index, line)
    var depth = 0
    repeat {
      let step = has("/*") ? 1 : has("*/") ? -1 : 0
      depth += step
      advance(step == 0 ? 1 : 2)
    } while depth > 0 && index < bytes.count
    guard depth > 0 else { return }
    (index, line) = start
    advance(2)
  }

  /// Reads a string from its first quotation mark or hash on; nil if it has no end.
  private mutating func readLiteral(hashes: Int) -> StringLiteral? {
    let hash = String(repeating: "#", count: hashes)
    advance(hashes)
    let afterThree = bytes.dropFirst(index + 3).prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let isAtLineEnd = bytes.dropFirst(afterThree.endIndex).first.map(Self.isLineEnd) == true
    let isMultiline = has("\"\"\"") && isAtLineEnd
    let quotes = isMultiline ? "\"\"\"" : "\""
    advance(quotes.utf8.count)
    let start = index
    while let byte = byte() {
      if has(quotes + hash) {
        let content = start..<index
        advance(quotes.utf8.count + hashes)
        return StringLiteral(hashes: hashes, isMultiline: isMultiline, content: content)
      }
      if has("\\" + hash) {
        advance(1 + hashes)
        if self.byte() == UInt8(ascii: "(") {
          advance()
          let count = tokens.count
          readCode(in: isMultiline ? .ofLines : .ofOneLine)
          tokens.removeLast(tokens.count - count)
          continue
        }
      } else if Self.isLineEnd(byte), !isMultiline {
        return nil
      }
      advance()
    }
    return nil
  }
}
