#if DEBUG
import ControlProtocol
public import FeatureFlags

/// A flag's name and value, as a test passes them to an app: `Flag("onboarding.shortTour", true)`.
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

/// Builds a list of launch arguments.
///
/// ```swift
/// app.launchArguments = try LaunchArgumentsBuilder()
///   .featureFlags([Flag("onboarding.shortTour", true)])
///   .build()
/// ```
public struct LaunchArgumentsBuilder: Sendable {
  private var flags: [FlagArgument: [Flag]] = [:]
  private var others: [String] = []

  /// Creates an empty builder.
  public init() {}

  /// Adds values for the app's ephemeral layer of feature flags.
  public func featureFlags(_ flags: [Flag]) -> Self { adding(flags, as: .ephemeral) }

  /// Adds values for automation flags, which features do not see.
  public func automationFlags(_ flags: [Flag]) -> Self { adding(flags, as: .automation) }

  /// Adds arguments unchanged.
  public func arguments(_ arguments: [String]) -> Self {
    var copy = self
    copy.others += arguments
    return copy
  }

  /// Makes the app erase all its data before it starts.
  public func resetData() -> Self { arguments([ControlOption.resetData.name]) }

  /// Returns the arguments; a flag that is set twice is an error.
  public func build() throws(FlagError) -> [String] {
    var result: [String] = []
    for kind in FlagArgument.allCases {
      guard let flags = flags[kind], !flags.isEmpty else { continue }
      var values: [String: FlagLiteral] = [:]
      for flag in flags {
        if let earlier = values.updateValue(flag.value, forKey: flag.key) {
          throw .duplicateKey(flag.key, source: "the launch arguments (to \(earlier) and to \(flag.value))")
        }
      }
      result.append(kind.argument(values))
    }
    return result + others
  }

  private func adding(_ more: [Flag], as kind: FlagArgument) -> Self {
    var copy = self
    copy.flags[kind, default: []] += more
    return copy
  }
}

@available(*, deprecated, message: "It is FlagError.duplicateKey.")
public typealias DuplicateFlagError = FlagError
#endif
