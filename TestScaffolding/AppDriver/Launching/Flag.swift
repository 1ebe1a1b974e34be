#if DEBUG
public import FeatureFlags

/// A flag's name and value, as a test hands them to an app: `Flag("onboarding.shortTour", true)`.
public struct Flag: Sendable, Hashable {
  /// The name by which the app knows the flag.
  public let key: String
  /// The value with its type.
  public let value: FlagLiteral

  /// Creates a flag; the value is a `Bool`, an `Int`, a `Double` or a `String`.
  public init(_ key: String, _ value: some FlagValue) {
    self.key = key
    self.value = value.flagLiteral
  }
}
#endif
