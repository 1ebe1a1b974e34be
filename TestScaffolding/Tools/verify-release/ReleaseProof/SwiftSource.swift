import Foundation

/// What a Swift source can leave in a binary: its string literals and the names of its types.
struct SwiftSource: Sendable, Equatable {
  /// The name of a type, or a literal; a literal is split at interpolations and line ends.
  struct Item: Sendable, Equatable {
    let text: String
    let line: Int
    /// Whether it is inside `#if DEBUG`.
    let isGated: Bool
  }

  let literals: [Item]
  let types: [Item]
  /// The names and keywords outside of literals, comments and `#if DEBUG`.
  let words: Set<String>

  /// Reads a source. The reader knows comments, literals and conditions, and nothing else of the grammar.
  init(_ text: String) {
    var reader = SwiftSourceReader(text)
    reader.readCode(inInterpolation: false)
    literals = reader.literals
    types = reader.types
    words = reader.words
  }

  /// Reads a file that a build tool embeds as a literal inside `#if DEBUG`.
  init(embedding text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    literals = lines.enumerated().compactMap { number, line in
      let text = line.trimmingCharacters(in: .whitespaces)
      return text.isEmpty ? nil : Item(text: text, line: number + 1, isGated: true)
    }
    types = []
    words = []
  }

  /// Returns whether a single `#if DEBUG` without `#else` encloses everything in the source except comments.
  static func isWhollyInsideDebug(_ text: String) -> Bool {
    let code = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    guard code.first == "#if DEBUG", code.last == "#endif" else { return false }
    var depth = 0
    for (index, line) in code.enumerated() {
      if line.hasPrefix("#if") { depth += 1 }
      if line.hasPrefix("#else"), depth == 1 { return false }
      if line.hasPrefix("#endif") { depth -= 1 }
      if depth == 0 && index < code.count - 1 { return false }
    }
    return depth == 0
  }
}

/// Follows conditional compilation, and knows which code only a debug build compiles.
private struct DebugGate {
  /// Of each condition that is open, the branch, and what holds where none so far has.
  private var open: [(branch: DebugCondition, rest: DebugCondition)] = []

  var isDebugOnly: Bool { open.contains { $0.branch.needsDebug } }

  mutating func apply(directive: String) {
    let name = directive.prefix { $0 == "#" || $0.isLetter }
    let condition = DebugCondition(directive.dropFirst(name.count))
    switch name {
    case "#if": open.append((condition, !condition))
    case "#elseif", "#else":
      guard let rest = open.popLast()?.rest else { return }
      open.append(name == "#else" ? (rest, rest) : (rest && condition, rest && !condition))
    case "#endif": _ = open.popLast()
    default: break
    }
  }
}

/// What a condition of a build says of debug builds.
private struct DebugCondition {
  /// Whether it holds in debug builds only.
  private(set) var needsDebug = false
  /// Whether it fails in debug builds only.
  private var failsInDebugOnly = false

  /// Reads the text of a condition. What is no condition says nothing.
  init(_ text: Substring) {
    var words = text.matches(of: /\/\/.*|\w+|&&|\|\||[^\s]/).map(\.output).prefix { !$0.hasPrefix("//") }
    self = Self.alternatives(&words)
  }

  private init(needsDebug: Bool, failsInDebugOnly: Bool) {
    (self.needsDebug, self.failsInDebugOnly) = (needsDebug, failsInDebugOnly)
  }

  static prefix func ! (one: Self) -> Self {
    Self(needsDebug: one.failsInDebugOnly, failsInDebugOnly: one.needsDebug)
  }

  static func && (one: Self, other: Self) -> Self {
    Self(
      needsDebug: one.needsDebug || other.needsDebug,
      failsInDebugOnly: one.failsInDebugOnly && other.failsInDebugOnly)
  }

  private static func alternatives(_ words: inout ArraySlice<Substring>) -> Self {
    var all = parts(&words)
    while words.first == "||" {
      words.removeFirst()
      all = !(!all && !parts(&words))
    }
    return all
  }

  private static func parts(_ words: inout ArraySlice<Substring>) -> Self {
    var all = part(&words)
    while words.first == "&&" {
      words.removeFirst()
      all = all && part(&words)
    }
    return all
  }

  private static func part(_ words: inout ArraySlice<Substring>) -> Self {
    switch words.popFirst() {
    case "!": return !part(&words)
    case "(":
      defer { words = words.drop { $0 != ")" }.dropFirst() }
      return alternatives(&words)
    case let name:
      if words.first == "(" { words = words.drop { $0 != ")" }.dropFirst() }
      return Self(needsDebug: name == "DEBUG", failsInDebugOnly: false)
    }
  }
}

/// Reads a Swift source, and collects its literals and the types that it declares.
struct SwiftSourceReader {
  private(set) var literals: [SwiftSource.Item] = []
  private(set) var types: [SwiftSource.Item] = []
  private(set) var words: Set<String> = []
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var gate = DebugGate()
  private var previousWord = ""

  init(_ text: String) { bytes = Array(text.utf8) }

  private var isAtEnd: Bool { index >= bytes.count }

  private func peek(_ distance: Int = 0) -> UInt8? {
    bytes.indices.contains(index + distance) ? bytes[index + distance] : nil
  }

  private func hasNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[min(index, bytes.count)...].starts(with: $0) }
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count {
      if peek() == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  private mutating func note(literal text: String, line: Int) {
    if !text.isEmpty { literals.append(.init(text: text, line: line, isGated: gate.isDebugOnly)) }
  }

  /// Reads code up to the end of the file, or up to the parenthesis that ends an interpolation.
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
      if hasNext("#if") && !(peek(3).map(Self.isWord) ?? false) || hasNext("#else") || hasNext("#endif") {
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

  // MARK: - Literals

  /// Reads a string literal with this number of hashes, starting at its first quotation mark.
  private mutating func readLiteral(hashes: Int) {
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
        // A single-line literal cannot continue here: the quotation mark must have been part of a regex.
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
