import AppRuntime
import ControlProtocol
import FeatureFlags
import Testing

@testable import TestScaffolding

@Suite("What the scaffolding is told")
struct ScaffoldingLaunchTests {
  private func launch(_ arguments: String...) throws -> ScaffoldingLaunch {
    try ScaffoldingLaunch(
      LaunchConfiguration(arguments: arguments), situations: [Situation("soldOut", "Nothing is left.")])
  }

  @Test("is read as the app reads all its other options, whatever stands beside it")
  func oneReading() {
    let words = [
      "--control-port", "--control-port=", "--control-port=0", "0", "--headless", "--headless=1",
      "-x=--headless",
      "--network=a=b", "--open", "--controlport",
    ]
    for first in words {
      for second in words where second != first {
        for third in words {
          let launch = LaunchConfiguration(arguments: [first, second, third])
          let read = ControlWords(launch.arguments)
          for option in ControlOption.allCases {
            #expect(read.contains(option) == launch.contains(LaunchOption(option)), "\(launch.arguments)")
            #expect(read.value(of: option) == launch.value(of: LaunchOption(option)), "\(launch.arguments)")
          }
        }
      }
    }
  }

  @Test("has both kinds of flags with their types")
  func flags() throws {
    let launch = try launch(#"EPHEMERAL_{"a":1,"b":1.5}"#, #"AUTOMATION_{"simulateSoldOut":true}"#, "--other")
    #expect(launch.ephemeralFlags == ["a": .int(1), "b": .double(1.5)])
    #expect(launch.situations.map(\.name) == ["soldOut"])
    #expect(try self.launch(#"AUTOMATION_{"simulateSoldOut":false}"#).situations.isEmpty)
  }

  @Test("offers automation flags as they are called, whatever they begin with")
  func nearFlag() {
    let error = ScaffoldingError(unknownFlag: "simulateRian", known: ["rain", "simulateSoldOut"])
    #expect(
      error.description == #"The automation flag "simulateRian" is unknown to this app. Did you mean "rain"?"#
    )
  }

  @Test("opens nothing but the two servers without a list")
  func none() throws {
    let launch = try launch("--plain")
    #expect(ResetWay.allCases.filter(launch.opens) == [.controlSocket, .http])
  }

  @Test("opens what is listed, and the control socket always")
  func listed() throws {
    let launch = try launch("--reset-on", "beep,button")
    #expect(ResetWay.allCases.filter(launch.opens) == [.controlSocket, .button, .beep])
    #expect(try self.launch("--reset-on=http").opens(.http))
  }

  @Test(
    "names the entry that is wrong, and the possible ones",
    arguments: [
      ("buton", "has 'buton', which is not one of them"), ("beep,http,beep", "has 'beep' more than once"),
      ("button,", "has '', which is not one of them"),
      ("controlSocket", "has 'controlSocket', which is not one of them"),
    ])
  func wrong(list: String, problem: String) {
    let error = #expect(throws: ScaffoldingError.self) { try launch("--reset-on", list) }
    #expect(
      error?.description == "--reset-on takes a list of button, gesture, beep, http, but \(problem).")
  }

  @Test(
    "keeps states only in a folder that is in another one",
    arguments: ["/", "/tmp", "tmp/states", "/tmp/../states"])
  func statesFolder(path: String) throws {
    #expect(try launch("--driven", "/tmp/states").statesFolder == "/tmp/states")
    let error = #expect(throws: ScaffoldingError.self) { try launch("--driven", path) }
    #expect(
      error?.description
        == "--driven takes the full path of a folder below another one, such as /tmp/states, "
        + "without \"..\" in it; it has '\(path)'.")
  }

  @Test("has a gesture of one's own only where a gesture is listed")
  func gesture() throws {
    #expect(try launch("--reset-on", "gesture").gesture == .standard)
    #expect(
      try launch("--reset-on", "gesture", "--reset-gesture", "ctrl-t:4").gesture.description == "ctrl-t:4")
    let error = #expect(throws: ScaffoldingError.self) {
      try launch("--reset-on", "beep", "--reset-gesture", "ctrl-t:4")
    }
    #expect(error?.description == "--reset-gesture needs --reset-on gesture.")
    #expect(throws: ScaffoldingError.self) { try launch("--reset-on", "gesture", "--reset-gesture", "x") }
  }
}
