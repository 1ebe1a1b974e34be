import ControlProtocol
import Testing

@testable import AppDriver

@Suite("The words of a launch, as the driver reads them")
struct ConfigurationTests {
  @Test("say when the app's clock stands still, in either form", arguments: [" ", "="])
  func clock(between: String) {
    let word = "--pause-clock-at\(between)2026-01-01T12:00:00Z"
    let words = word.split(separator: " ").map(String.init)
    #expect(Configuration(arguments: ["--plain"] + words).pausedClock == "2026-01-01T12:00:00.000Z")
    #expect(Configuration(arguments: ["--note", "--pause-clock-at", "--plain"]).pausedClock == nil)
  }

  @Test(
    "say whether requests are answered, by whole names",
    arguments: [
      (["--network=[]"], true), (["--network", "[]"], true), (["--network=/menu.har"], true),
      (["--network", "allow"], false), (["--network=record", "--network", "[]"], true),
      (["--networked"], false), (["--plain"], false),
    ])
  func network(words: [String], isSpokenOf: Bool) {
    #expect(Configuration(arguments: words).start.network.answers == isSpokenOf)
  }
}
