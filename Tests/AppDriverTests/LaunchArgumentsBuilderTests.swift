import AppDriver
import FeatureFlags
import Testing

@Suite("The builder of launch arguments")
struct LaunchArgumentsBuilderTests {
  @Test("writes each kind of flags as one argument, with types, before the others")
  func writes() throws {
    let arguments = try LaunchArgumentsBuilder()
      .arguments(["-verbose"])
      .featureFlags([Flag("a.on", true), Flag("a.count", 1)])
      .automationFlags([Flag("speed", 0.5)])
      .featureFlags([Flag("a.name", "x \"y\"")])
      .resetData()
      .build()
    #expect(
      arguments == [
        #"EPHEMERAL_{"a.count":1,"a.name":"x \"y\"","a.on":true}"#, #"AUTOMATION_{"speed":0.5}"#,
        "-verbose", "--ResetData",
      ])
  }

  @Test("refuses a flag that is set twice, also to the same value")
  func duplicates() {
    let builder = LaunchArgumentsBuilder().featureFlags([Flag("a.on", true)])
    let error = #expect(throws: FlagError.self) {
      try builder.featureFlags([Flag("a.on", true)]).build()
    }
    #expect(
      error?.description
        == "The flag \"a.on\" is set twice in the launch arguments (to true and to true). Keep one of them.")
  }

  @Test("keeps feature flags and automation flags of one name apart")
  func kinds() throws {
    let arguments = try LaunchArgumentsBuilder().featureFlags([Flag("a", true)])
      .automationFlags([Flag("a", false)]).build()
    #expect(arguments == [#"EPHEMERAL_{"a":true}"#, #"AUTOMATION_{"a":false}"#])
  }
}
