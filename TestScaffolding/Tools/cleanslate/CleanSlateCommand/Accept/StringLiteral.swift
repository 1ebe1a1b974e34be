/// A string in a Swift source.
struct StringLiteral: Equatable {
  let hashes: Int
  let isMultiline: Bool
  /// The bytes between the quotation marks.
  let content: Range<Int>

  /// The text that it stands for; nil if something is interpolated.
  func value(in source: [UInt8]) -> String? {
    guard var text = String(validating: source[content], as: UTF8.self) else { return nil }
    guard isMultiline else { return unescaped(text) }
    text = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\r" }))
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indent = lines.popLast() ?? ""
    let rest = lines.dropFirst().map { line in
      line.hasPrefix(indent) ? line.dropFirst(indent.count) : line.allSatisfy(\.isWhitespace) ? "" : nil
    }
    guard !rest.contains(nil) else { return nil }
    return unescaped(rest.compactMap(\.self).joined(separator: "\n"))
  }

  /// The white space before its end, which each of its lines begins with.
  func indent(in source: [UInt8]) -> String {
    let last = source[content].reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return String(decoding: last.reversed(), as: UTF8.self)
  }

  private func unescaped(_ text: String) -> String? {
    let escape = Self.escape(hashes)
    var (rest, result) = (Substring(text).unicodeScalars, String.UnicodeScalarView())
    while let scalar = rest.first {
      guard rest.starts(with: escape.unicodeScalars) else {
        result.append(scalar)
        rest.removeFirst()
        continue
      }
      rest.removeFirst(escape.unicodeScalars.count)
      switch rest.popFirst() {
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "0": result.append("\0")
      case "\"": result.append("\"")
      case "'": result.append("'")
      case "\\": result.append("\\")
      case "u":
        guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
          let value = UInt32(String(rest[..<end]), radix: 16), let named = Unicode.Scalar(value)
        else { return nil }
        result.append(named)
        rest = rest[rest.index(after: end)...]
      case let space? where isMultiline && [" ", "\t", "\n"].contains(space):
        // The line goes on in the next one.
        var next: Unicode.Scalar? = space
        while next == " " || next == "\t" { next = rest.popFirst() }
        guard next == "\n" else { return nil }
      default: return nil
      }
    }
    return String(result)
  }

  private static func escape(_ hashes: Int) -> String { "\\" + String(repeating: "#", count: hashes) }

  /// Writes a text as a literal of several lines.
  ///
  /// - Parameters:
  ///   - hashes: As many as it had before; there are more where the text needs them.
  ///   - indent: What each line but the first begins with.
  static func source(of text: String, hashes: Int, indent: String, newline: String) -> String {
    var hashes = hashes
    while hashes > 0, text.contains(escape(hashes)) || text.contains("\"\"\"" + escape(hashes).dropFirst()) {
      hashes += 1
    }
    let escape = escape(hashes)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var result = ""
      for scalar in line.unicodeScalars {
        if scalar == "\\", hashes == 0 {
          result += "\\\\"
        } else if scalar.properties.generalCategory == .control || scalar.properties.isBidiControl {
          result += "\(escape)u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
      if hashes == 0 { result = result.replacing("\"\"\"", with: "\\\"\\\"\\\"") }
      return result.isEmpty ? "" : indent + result
    }
    let hash = String(repeating: "#", count: hashes)
    return ([hash + "\"\"\""] + lines + [indent + "\"\"\"" + hash]).joined(separator: newline)
  }
}
