/// A switch or setting that changes how a feature behaves, declared once by the feature that reads it.
///
/// ```swift
/// static let shortTour = FeatureFlag("onboarding.shortTour", default: false, "Shows one page of the tour, not three")
/// ```
public struct FeatureFlag<Value: FlagValue>: Sendable {
  /// The name by which files, arguments and tests set the flag: `feature.flagName`.
  public let key: String
  /// The value if no layer sets one.
  public let defaultValue: Value
  /// What the flag does, for the people who set it.
  public let summary: String
  /// The flag's declaration, without its value type, for a store.
  public let declaration: FlagDeclaration

  /// Declares a flag.
  public init(
    _ key: String, default defaultValue: Value, _ summary: String, fileID: String = #fileID, line: Int = #line
  ) {
    self.key = key
    self.defaultValue = defaultValue
    self.summary = summary
    declaration = FlagDeclaration(
      key: key, defaultValue: defaultValue.flagLiteral, summary: summary, place: "\(fileID):\(line)")
  }
}

/// What a store knows about a flag.
public struct FlagDeclaration: Sendable, Hashable {
  /// The name by which files, arguments and tests set the flag.
  public let key: String
  /// The value if no layer sets one; its type is the flag's type.
  public let defaultValue: FlagLiteral
  /// What the flag does.
  public let summary: String
  /// The line of code that declares the flag.
  public let place: String

  /// The type that every value of the flag has.
  public var type: FlagType { defaultValue.type }
}

/// Where a flag's value can come from, the strongest layer first.
public enum FlagLayer: String, Sendable, CaseIterable {
  /// Given to this start of the app, and never stored.
  case ephemeral
  /// Chosen by the app's user, and stored.
  case user
  /// Shipped with the app.
  case bundled
  /// The default in the declaration.
  case `default`
}

/// A flag's value and the layer that it came from.
public struct ResolvedFlag<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The value in effect.
  public let value: Value
  /// The layer that the value came from.
  public let layer: FlagLayer

  /// Creates a resolved flag.
  public init(value: Value, layer: FlagLayer) {
    self.value = value
    self.layer = layer
  }
}
