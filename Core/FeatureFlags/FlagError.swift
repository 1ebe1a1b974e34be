/// Why flags cannot be used.
public enum FlagError: Error, Equatable, CustomStringConvertible {
  /// Two declarations have the same key.
  case duplicateDeclaration(key: String, first: String, second: String)
  /// A layer sets a flag that nobody declared.
  case unknownKey(String, layer: FlagLayer, known: [String])
  /// A layer sets a flag to a value of another type.
  case wrongType(key: String, layer: FlagLayer, expected: FlagType, found: FlagLiteral)
  /// A layer sets a flag to a number that no text can say, such as an infinite one.
  case notFinite(key: String, layer: FlagLayer, found: FlagLiteral)
  /// A text that should hold flags is not one JSON object of names and plain values.
  case malformed(source: String, problem: String, offset: Int)
  /// A flag is set twice in one place.
  case duplicateKey(String, source: String)

  public var description: String {
    switch self {
    case .duplicateDeclaration(let key, let first, let second):
      "The flag \"\(key)\" is declared twice: at \(first) and at \(second)."
    case .unknownKey(let key, let layer, let known):
      "The \(layer.rawValue) layer sets the flag \"\(key)\", which no feature declares. "
        + (known.isEmpty
          ? "No flags are declared."
          : "Declared: \(known.map { "\"\($0)\"" }.joined(separator: ", ")).")
    case .wrongType(let key, let layer, let expected, let found):
      "The \(layer.rawValue) layer sets the flag \"\(key)\" to \(found), "
        + "which is \(found.type.withArticle); the flag is \(expected.withArticle)."
    case .notFinite(let key, let layer, let found):
      "The \(layer.rawValue) layer sets the flag \"\(key)\" to \(found), which cannot be stored. "
        + "Set it to a finite number."
    case .malformed(let source, let problem, let offset):
      "The flags of \(source) cannot be read: \(problem) at byte \(offset). "
        + "Expected one JSON object of names and plain values, such as {\"feature.flag\": true}."
    case .duplicateKey(let key, let source):
      "The flag \"\(key)\" is set twice in \(source). Keep one of them."
    }
  }
}

extension FlagType {
  fileprivate var withArticle: String { self == .int ? "an Int" : "a \(rawValue)" }
}
