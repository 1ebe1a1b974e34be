import FeatureFlags

/// A flag as the settings show it.
nonisolated struct FlagState {
  let declaration: FlagDeclaration
  let resolved: ResolvedFlag<FlagLiteral>
  /// What the user has chosen, whether it is used or not.
  let choice: FlagLiteral?

  /// The value that a person edits.
  var edited: FlagLiteral { choice ?? resolved.value }

  /// That value without quotation marks.
  var editableText: String {
    if case .string(let text) = edited { return text }
    return "\(edited)"
  }

  /// Where the value comes from, in words.
  var origin: String {
    switch resolved.layer {
    case .ephemeral: "given at launch"
    case .user: "your choice"
    case .bundled: "shipped with the app"
    case .default: "default"
    }
  }

  /// What a text has to be to become a value of this flag.
  var expectation: String {
    switch declaration.type {
    case .bool: "true or false"
    case .int: "a whole number"
    case .double: "a number"
    case .string: "a text"
    }
  }

  /// Reads what a person typed.
  func literal(from text: String) -> FlagLiteral? {
    switch declaration.type {
    case .bool: Bool(text).map(FlagLiteral.bool)
    case .int: Int(text).map(FlagLiteral.int)
    case .double: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .string: .string(text)
    }
  }
}
