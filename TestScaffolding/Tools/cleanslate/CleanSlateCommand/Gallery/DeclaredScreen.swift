#if DEBUG
import Foundation
import Leaks

/// A screen that a source declares.
struct DeclaredScreen: Codable, Equatable {
  /// Its identifier; `*` stands for what only the running app knows.
  let screen: String
  /// As seen from the package.
  let file: String
  let line: Int

  /// Whether the identifier is that of such a screen.
  func has(_ identifier: String) -> Bool { TextPattern(screen).matches(identifier) }
}

extension DeclaredScreen {
  /// The screens that the sources of modules declare: each call of `Screen` whose first argument is a literal. What only a
  /// debug build has is no screen of an app.
  static func all(of targets: [TeamGraph.Target], in package: String) -> [Self] {
    var screens: [Self] = []
    for folder in targets.map(\.folder).sorted() {
      let files = FileManager.default.enumerator(atPath: "\(package)/\(folder)")
      let names = (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      for name in names.sorted() {
        guard let source = FileManager.default.contents(atPath: "\(package)/\(folder)/\(name)") else {
          continue
        }
        guard !source.starts(with: "#if DEBUG".utf8) else { continue }
        screens += all(in: Array(source), of: "\(folder)/\(name)")
      }
    }
    return screens
  }

  static func all(in source: [UInt8], of file: String) -> [Self] {
    let tokens = SourceLexer.tokens(of: source)
    return zip(tokens.indices, tokens.indices.dropFirst(2)).compactMap { start, end in
      guard source[tokens[start].range].elementsEqual("Screen".utf8),
        tokens[start + 1].kind == .sign(UInt8(ascii: "(")), case .literal(let literal) = tokens[end].kind
      else { return nil }
      return Self(
        screen: pattern(of: literal, in: source), file: file, line: tokens[start].line)
    }
  }

  /// The text of the literal, with a `*` for each interpolation.
  private static func pattern(of literal: StringLiteral, in source: [UInt8]) -> String {
    var (pattern, depth) = ("", 0)
    var rest = Substring(String(decoding: source[literal.content], as: UTF8.self))
    while let character = rest.popFirst() {
      if depth == 0, character == "\\", rest.first == "(" {
        pattern += "*"
        depth = 1
        rest.removeFirst()
      } else if depth > 0 {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else {
        pattern.append(character)
      }
    }
    return pattern
  }
}
#endif
