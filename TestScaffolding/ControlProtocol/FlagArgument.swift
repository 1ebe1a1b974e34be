#if DEBUG
public import FeatureFlags

/// How flags are written as launch arguments: `EPHEMERAL_{"onboarding.shortTour":true}`.
public enum FlagArgument: String, Sendable, CaseIterable {
  /// Values for the app's ephemeral layer of feature flags.
  case ephemeral = "EPHEMERAL_"
  /// Values for automation flags, which features do not see.
  case automation = "AUTOMATION_"

  /// Writes the values as a single launch argument.
  public func argument(_ values: [String: FlagLiteral]) -> String {
    rawValue + FlagText.format(values)
  }

  /// Returns the kind of flags in the argument; nil for any other argument.
  public static func kind(of argument: String) -> FlagArgument? {
    allCases.first { argument.hasPrefix($0.rawValue) }
  }

  /// What all automation flags for situations begin with.
  package static let situationPrefix = "simulate"

  /// The automation flag for a situation: `simulateUserAlreadyOnboarded` for `userAlreadyOnboarded`.
  package static func flag(forSituation name: String) -> String {
    situationPrefix + name.prefix(1).uppercased() + name.dropFirst()
  }

  private var source: String { "the \(rawValue){…} launch arguments" }

  /// Reads the values of this kind from all arguments. Throws if two arguments set the same flag.
  public func values(in arguments: [String]) throws(FlagError) -> [String: FlagLiteral] {
    var values: [String: FlagLiteral] = [:]
    for argument in arguments where argument.hasPrefix(rawValue) {
      let text = String(argument.dropFirst(rawValue.count))
      for (key, value) in try FlagText.parse(text, source: source) {
        guard values.updateValue(value, forKey: key) == nil else {
          throw .duplicateKey(key, source: source)
        }
      }
    }
    return values
  }
}
#endif
