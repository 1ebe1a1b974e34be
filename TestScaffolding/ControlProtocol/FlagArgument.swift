#if DEBUG
public import FeatureFlags

/// How flags travel in launch arguments: `EPHEMERAL_{"onboarding.shortTour":true}`.
public enum FlagArgument: String, Sendable, CaseIterable {
  /// Values for the app's ephemeral layer of feature flags.
  case ephemeral = "EPHEMERAL_"
  /// Values for the automation of tests, which no feature sees.
  case automation = "AUTOMATION_"

  /// Writes the values as one launch argument.
  public func argument(_ values: [String: FlagLiteral]) -> String {
    rawValue + FlagText.format(values)
  }

  /// Returns which kind of flags the argument carries, or nothing for any other argument.
  public static func kind(of argument: String) -> FlagArgument? {
    allCases.first { argument.hasPrefix($0.rawValue) }
  }

  private var source: String { "the \(rawValue){…} launch arguments" }

  /// Reads the values of this kind from all arguments that carry some; one flag in two arguments is an error.
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
