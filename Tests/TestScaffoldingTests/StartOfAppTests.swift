import AppRuntime
import ControlProtocol
import FeatureFlags
import Testing

@testable import TestScaffolding

@Suite("What the scaffolding is told")
struct StartOfAppTests {
  @Test("is read as the app reads all its other options, whatever stands beside it")
  func oneReading() throws {
    let words = [
      "--control-socket", "--control-socket=", "--control-socket=s", "s", "--headless", "--headless=1",
      "-x=--headless", "--network=a=b", "--open", "--controlsocket",
    ]
    for first in words {
      for second in words where second != first {
        for third in words {
          let launch = LaunchConfiguration(arguments: [first, second, third])
          guard let start = try? Start(launch.arguments) else {
            #expect(
              launch.arguments.contains("--control-socket"), "nothing lacks a value: \(launch.arguments)")
            continue
          }
          #expect(start.isHeadless == launch.contains(LaunchOption(.headless)), "\(launch.arguments)")
          #expect(start.socket == launch.value(of: LaunchOption(.socket)), "\(launch.arguments)")
          #expect(
            start.network.recordings.first == launch.value(of: LaunchOption(.network)),
            "\(launch.arguments)")
        }
      }
    }
  }

  @Test("has both kinds of flags with their types")
  func flags() throws {
    let known = [Situation("soldOut", "Nothing is left.")]
    let start = try Start([
      #"EPHEMERAL_{"a":1,"b":1.5}"#, #"AUTOMATION_{"simulateSoldOut":true}"#, "--other",
    ])
    #expect(start.flags[.ephemeral] == ["a": .int(1), "b": .double(1.5)])
    #expect(try start.situations(among: known).map(\.name) == ["soldOut"])
    let without = try Start([#"AUTOMATION_{"simulateSoldOut":false}"#])
    #expect(try without.situations(among: known).isEmpty)
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
    let start = try Start(["--plain"])
    #expect(ResetWay.allCases.filter(start.opens) == [.controlSocket, .http])
  }

  @Test("opens what is listed, and the control socket always")
  func listed() throws {
    let start = try Start(["--reset-on", "beep,button"])
    #expect(ResetWay.allCases.filter(start.opens) == [.controlSocket, .button, .beep])
    #expect(try Start(["--reset-on=http"]).opens(.http))
  }
}
