import Foundation

/// What a source can leave in a binary: its string literals and the names of its types or, of one in C, of its functions.
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
  /// The functions in C that other files can call, and those that only their file can.
  var (functions, ownFunctions): ([Item], [Item]) = ([], [])

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

  /// Reads a source in C, whose conditions do not matter.
  init(inC text: String) {
    var reader = SwiftSourceReader(text, isC: true)
    reader.readC()
    // Without a space, a literal is mostly the name of something of the system's, which others use as well.
    literals = reader.literals.filter { $0.text.contains(" ") }
    types = []
    words = []
    (functions, ownFunctions) = (reader.functions, reader.ownFunctions)
  }

  /// Returns whether a single `#if DEBUG` without `#else` encloses everything in the source except comments.
  static func isWhollyInsideDebug(_ text: String) -> Bool {
    let code = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    guard ["#if DEBUG", "#ifdef DEBUG"].contains(code.first), code.last == "#endif" else { return false }
    var depth = 0
    for (index, line) in code.enumerated() {
      if line.hasPrefix("#if") { depth += 1 }
      if line.hasPrefix("#el"), depth == 1 { return false }
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

/// Reads a source, and collects its literals and the types or functions that it declares.
struct SwiftSourceReader {
  private(set) var literals: [SwiftSource.Item] = []
  private(set) var types: [SwiftSource.Item] = []
  private(set) var words: Set<String> = []
  private(set) var functions: [SwiftSource.Item] = []
  private(set) var ownFunctions: [SwiftSource.Item] = []
  private let bytes: [UInt8]
  private let isC: Bool
  private var index = 0
  private var line = 1
  private var gate = DebugGate()
  private var previousWord = ""

  init(_ text: String, isC: Bool = false) { (bytes, self.isC) = (Array(text.utf8), isC) }

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
      if hasNext("/*"), !isC || depth == 0 {
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
    let isMultiline = !isC && hasNext("\"\"\"")
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
        if !isC, peek() == UInt8(ascii: "(") {
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

  // MARK: - C

  /// Reads a source in C. A function is a name with parentheses outside of braces, and a body behind them.
  mutating func readC() {
    var (braces, parentheses) = (0, 0)
    var isStatic = false
    var function: SwiftSource.Item?
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "/") where hasNext("//"): skipLine()
      case UInt8(ascii: "/") where hasNext("/*"): skipComment()
      case UInt8(ascii: "#"): skipDirective()
      case UInt8(ascii: "\""): readLiteral(hashes: 0)
      case UInt8(ascii: "'"): skipCharacter()
      case _ where Self.isWord(byte):
        readWord()
        let isForFile = ["static", "inline", "INLINE"].contains(previousWord)
        if braces + parentheses == 0, isForFile { isStatic = true }
      default:
        advance()
        switch byte {
        case UInt8(ascii: "("):
          if braces + parentheses == 0, previousWord != "__attribute__" {
            function = .init(text: previousWord, line: line, isGated: false)
          }
          parentheses += 1
        case UInt8(ascii: ")"): parentheses -= 1
        case UInt8(ascii: "{"):
          if braces == 0, let function {
            isStatic ? ownFunctions.append(function) : functions.append(function)
          }
          braces += 1
        case UInt8(ascii: "}"): braces -= 1
        default: break
        }
        if braces == 0, [UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: "=")].contains(byte) {
          (isStatic, function) = (false, nil)
        }
      }
    }
  }

  private mutating func skipDirective() {
    repeat {
      skipLine()
      advance()
    } while !isAtEnd && bytes[index - 2] == UInt8(ascii: "\\")
  }

  private mutating func skipCharacter() {
    advance()
    while let byte = peek(), byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\n") {
      advance(byte == UInt8(ascii: "\\") ? 2 : 1)
    }
    advance()
  }
}
