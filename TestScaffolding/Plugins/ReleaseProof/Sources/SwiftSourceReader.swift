/// Walks through a Swift source and notes its literals and the types that it declares.
struct SwiftSourceReader {
  var literals: [SwiftSource.Item] = []
  var types: [SwiftSource.Item] = []
  var words: Set<String> = []

  let bytes: [UInt8]
  var index = 0
  var line = 1
  private var gate = DebugGate()
  private var previousWord = ""

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { index >= bytes.count }

  func peek(_ distance: Int = 0) -> UInt8? {
    bytes.indices.contains(index + distance) ? bytes[index + distance] : nil
  }

  func hasNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[min(index, bytes.count)...].starts(with: $0) }
  }

  mutating func advance(_ count: Int = 1) {
    for _ in 0..<count {
      if peek() == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  mutating func note(literal text: String, line: Int) {
    if !text.isEmpty { literals.append(.init(text: text, line: line, isGated: gate.isDebugOnly)) }
  }

  /// Reads code to the end of the file, or to the parenthesis that closes an interpolation.
  mutating func readCode(inInterpolation: Bool) {
    var depth = 0
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "/") where hasNext("//"): skipLine()
      case UInt8(ascii: "/") where hasNext("/*"): skipComment()
      case UInt8(ascii: "\""): readLiteral(hashes: 0)
      case UInt8(ascii: "#"): readHash()
      case UInt8(ascii: "("):
        depth += 1
        advance()
      case UInt8(ascii: ")"):
        advance()
        if inInterpolation && depth == 0 { return }
        depth -= 1
      case _ where Self.isWord(byte): readWord()
      default: advance()
      }
    }
  }

  private mutating func readWord() {
    let kinds = ["struct", "class", "enum", "actor", "protocol"]
    let start = index
    while let byte = peek(), Self.isWord(byte) { advance() }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    if kinds.contains(previousWord), word.first?.isUppercase == true {
      types.append(.init(text: word, line: line, isGated: gate.isDebugOnly))
    }
    if !gate.isDebugOnly { words.insert(word) }
    previousWord = word
  }

  private mutating func readHash() {
    var hashes = 0
    while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
    switch peek(hashes) {
    case UInt8(ascii: "\""):
      advance(hashes)
      readLiteral(hashes: hashes)
    case UInt8(ascii: "/"): skipRegex(hashes: hashes)
    default:
      let start = index
      if ["#if ", "#else", "#endif"].contains(where: { hasNext($0) }) {
        skipLine()
        gate.apply(directive: String(decoding: bytes[start..<index], as: UTF8.self))
      } else {
        advance(hashes)
      }
    }
  }

  private mutating func skipLine() {
    while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if hasNext("/*") {
        depth += 1
        advance(2)
      } else if hasNext("*/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && !isAtEnd
  }

  private mutating func skipRegex(hashes: Int) {
    let end = [UInt8(ascii: "/")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
    advance(hashes + 1)
    while !isAtEnd && !bytes[index...].starts(with: end) { advance() }
    advance(end.count)
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
