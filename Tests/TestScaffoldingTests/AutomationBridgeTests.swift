#if DEBUG
import AppRuntime
import FeatureFlags
import TestScaffolding
import Testing

@Suite("The automation bridge")
struct AutomationBridgeTests {
  private func bridge(_ arguments: String...) throws -> AutomationBridge {
    try AutomationBridge(LaunchConfiguration(arguments: arguments))
  }

  @Test("reads both kinds of flags with their types")
  func configurations() throws {
    let bridge = try bridge(#"EPHEMERAL_{"a":1,"b":1.5}"#, #"AUTOMATION_{"speed":2,"name":"x"}"#, "--other")
    #expect(bridge.ephemeralConfiguration == ["a": .int(1), "b": .double(1.5)])
    #expect(bridge.automationFlag("speed") == 2)
    #expect(bridge.automationFlag("name") == "x")
    #expect(bridge.automationFlag("speed", as: String.self) == nil)
    #expect(bridge.launchArgumentsContain("--other"))
    #expect(!bridge.launchArgumentsContain("--oth"))
  }

  @Test("knows whether a test runs")
  func isRunningTests() throws {
    #expect(try !bridge(#"EPHEMERAL_{"a":1}"#).isRunningAutomationTests)
    #expect(try bridge(#"AUTOMATION_{"a":1}"#).isRunningAutomationTests)
    #expect(try AutomationBridge(LaunchConfiguration(), isStartedByTest: true).isRunningAutomationTests)
  }

  @Test("has a typed property for each flag that a team adds")
  func typedProperty() throws {
    #expect(try bridge(#"AUTOMATION_{"simulateUserAlreadyOnboarded":true}"#).simulateUserAlreadyOnboarded)
    #expect(try !bridge().simulateUserAlreadyOnboarded)
  }
}
#endif
