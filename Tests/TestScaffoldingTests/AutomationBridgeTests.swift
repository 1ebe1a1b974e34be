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
  }
}
#endif
