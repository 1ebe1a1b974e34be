/// A call in a source whose last argument is what a test expects.
struct SnapshotCall {
  let function: String
  let line: Int
  /// The last argument, if it is a literal and has no label.
  let literal: StringLiteral?
  /// What the literal takes.
  private let range: Range<Int>
  /// What stands before the literal, if the arguments begin on the line of the call.
  private let arguments: Range<Int>?

  /// Finds the calls of functions.
  static func all(of functions: Set<String>, in source: [UInt8]) -> [Self] {
    let tokens = SourceLexer.tokens(of: source)
    return tokens.indices.compactMap { index in
      let function = String(decoding: source[tokens[index].range], as: UTF8.self)
      guard tokens[index].kind == .word, functions.contains(function), tokens.indices.contains(index + 1),
        tokens[index + 1].kind == .sign(UInt8(ascii: "(")),
        index == 0 || !source[tokens[index - 1].range].elementsEqual("func".utf8)
      else { return nil }
      return Self(function, tokens[index...])
    }
  }

  /// - Parameter tokens: From the name of the function on.
  private init?(_ function: String, _ tokens: ArraySlice<SourceLexer.Token>) {
    guard let name = tokens.first, let open = tokens.dropFirst().first else { return nil }
    var (depth, all) = (0, [SourceLexer.Token]())
    // A comma may stand behind the last argument.
    var (last, next) = ([SourceLexer.Token](), [SourceLexer.Token]())
    for token in tokens.dropFirst(2) {
      if case .sign(let sign) = token.kind {
        if "([{".utf8.contains(sign) { depth += 1 }
        if ")]}".utf8.contains(sign) { depth -= 1 }
        if depth < 0 { break }
        if depth == 0, sign == UInt8(ascii: ",") {
          all.append(token)
          (last, next) = (next, [])
          continue
        }
      }
      next.append(token)
      all.append(token)
    }
    if !next.isEmpty { last = next }
    (self.function, line) = (function, name.line)
    guard last.count == 1, case .literal(let literal) = last[0].kind, let first = all.first else {
      (self.literal, range, arguments) = (nil, name.range, nil)
      return
    }
    (self.literal, range) = (literal, last[0].range)
    arguments =
      first.line == open.line ? first.range.lowerBound..<last[0].range.lowerBound : nil
  }

  /// What to put where, so that the call has another text: line ends and indentation stay, and a literal of one line becomes
  /// one of several in the form of swift-format.
  func replacement(by text: String, in source: [UInt8]) -> (range: Range<Int>, bytes: [UInt8])? {
    guard let literal else { return nil }
    let firstEnd = source.firstIndex(of: UInt8(ascii: "\n"))
    let isCRLF = firstEnd.map { $0 > 0 && source[$0 - 1] == UInt8(ascii: "\r") } ?? false
    let newline = isCRLF ? "\r\n" : "\n"
    // Where nothing is to stay as it was, a backslash need not be doubled.
    let hashes = literal.isMultiline || !text.contains("\\") ? literal.hashes : max(1, literal.hashes)
    func written(_ indent: String) -> String {
      StringLiteral.source(of: text, hashes: hashes, indent: indent, newline: newline)
    }
    if literal.isMultiline { return (range, Array(written(literal.indent(in: source)).utf8)) }
    var (start, indent) = (range.lowerBound, margin(of: range.lowerBound, in: source))
    while start > 0, Self.isSpace(source[start - 1]) { start -= 1 }
    // It has a line of its own already.
    if start > 0, source[start - 1] == UInt8(ascii: "\n") { return (range, Array(written(indent).utf8)) }
    var parts: [String] = []
    if let arguments {
      start = arguments.lowerBound
      while start > 0, Self.isSpace(source[start - 1]) { start -= 1 }
      indent += indent.hasPrefix("\t") ? "\t" : "  "
      parts = [source[arguments]].filter { !$0.isEmpty }.map { bytes in
        let labels = bytes.reversed().drop(while: Self.isSpace).reversed()
        return String(decoding: labels, as: UTF8.self)
      }
    }
    let bytes = (parts + [written(indent)]).map { newline + indent + $0 }.joined()
    return (start..<range.upperBound, Array(bytes.utf8))
  }

  /// The white space that the line begins with.
  private func margin(of index: Int, in source: [UInt8]) -> String {
    let start = source[..<index].lastIndex { $0 == UInt8(ascii: "\n") }.map { $0 + 1 } ?? 0
    return String(decoding: source[start...].prefix(while: Self.isSpace), as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
