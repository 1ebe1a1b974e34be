#if DEBUG
package import AppRuntime
import ControlProtocol
package import FeatureFlags

/// What a test says to the app with its launch arguments, read and checked.
package struct AutomationBridge: Sendable, Equatable {
  /// The values for the ephemeral layer of the feature flags, from `EPHEMERAL_{…}`.
  package let ephemeralConfiguration: [String: FlagLiteral]
  /// The values that steer the automation of tests, from `AUTOMATION_{…}`.
  package let automationConfiguration: [String: FlagLiteral]

  /// Reads the launch arguments; what is malformed or set twice is an error.
  package init(_ launch: LaunchConfiguration) throws(FlagError) {
    ephemeralConfiguration = try FlagArgument.ephemeral.values(in: launch.arguments)
    automationConfiguration = try FlagArgument.automation.values(in: launch.arguments)
  }

  /// Returns the value of an automation flag; nothing where it is not set or has another type.
  package func automationFlag<Value: FlagValue>(_ key: String, as type: Value.Type = Value.self) -> Value? {
    automationConfiguration[key].flatMap { Value(flagLiteral: $0) }
  }
}
#endif
