/// A switch or setting that changes how a feature behaves, declared once by the feature that reads it.
///
/// ```swift
/// static let shortTour = FeatureFlag("onboarding.shortTour", default: false, "Shows one page of the tour, not three")
/// ```
public struct FeatureFlag<Value: FlagValue>: Sendable {
  /// The name by which files, arguments and tests set the flag: `feature.flagName`.
  public let key: String
  /// The value where no layer has one.
  public let defaultValue: Value
  /// What the flag does, for people who decide about it.
  public let summary: String
  /// The flag without its type, to be handed to a store.
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

/// What a store knows of a flag.
public struct FlagDeclaration: Sendable, Hashable {
  /// The name by which files, arguments and tests set the flag.
  public let key: String
  /// The value where no layer has one; its type is the flag's type.
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
  /// Handed to this start of the app; never kept.
  case ephemeral
  /// Chosen by the app's user, and kept.
  case user
  /// Shipped with the app.
  case bundled
  /// Written in the declaration.
  case `default`
}

/// A flag's value and the layer that it came from.
public struct ResolvedFlag<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The value that holds.
  public let value: Value
  /// The strongest layer that has a value.
  public let layer: FlagLayer

  /// Creates a resolved flag.
  public init(value: Value, layer: FlagLayer) {
    self.value = value
    self.layer = layer
  }
}
