#if DEBUG
public import AppRuntime
import ControlProtocol
public import FeatureFlags

/// What a test says to the app with its launch arguments, read and checked.
///
/// Add a typed property for each automation flag of your own in an extension:
/// ```swift
/// extension AutomationBridge {
///   public var simulatesSlowNetwork: Bool { automationFlag("simulateSlowNetwork") ?? false }
/// }
/// ```
public struct AutomationBridge: Sendable, Equatable {
  /// The values for the ephemeral layer of the feature flags, from `EPHEMERAL_{…}`.
  public let ephemeralConfiguration: [String: FlagLiteral]
  /// The values that steer the automation of tests, from `AUTOMATION_{…}`.
  public let automationConfiguration: [String: FlagLiteral]
  /// Whether a test started the app or steers it with automation flags.
  public let isRunningAutomationTests: Bool
  private let arguments: [String]

  /// Reads the launch arguments; what is malformed or set twice is an error.
  public init(_ launch: LaunchConfiguration, isStartedByTest: Bool = false) throws(FlagError) {
    arguments = launch.arguments
    ephemeralConfiguration = try FlagArgument.ephemeral.values(in: arguments)
    automationConfiguration = try FlagArgument.automation.values(in: arguments)
    isRunningAutomationTests = isStartedByTest || !automationConfiguration.isEmpty
  }

  /// Returns whether the argument is among the launch arguments, as a whole word.
  public func launchArgumentsContain(_ argument: String) -> Bool { arguments.contains(argument) }

  /// Returns the value of an automation flag; nothing where it is not set or has another type.
  public func automationFlag<Value: FlagValue>(_ key: String, as type: Value.Type = Value.self) -> Value? {
    automationConfiguration[key].flatMap { Value(flagLiteral: $0) }
  }
}

extension AutomationBridge {
  /// Whether the app starts with a user who has finished onboarding.
  public var simulateUserAlreadyOnboarded: Bool { automationFlag("simulateUserAlreadyOnboarded") ?? false }
}
#endif
