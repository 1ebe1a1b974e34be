import ControlProtocol
import FeatureFlags
import Foundation
import Testing

@Suite("With what an app starts")
struct StartTests {
  @Test("is written in words as it is read from them")
  func bothWays() throws {
    var start = Start()
    #expect(try start.words() == [])
    start.flags = [
      .ephemeral: ["a.b": .bool(true), "c": .double(1)], .automation: ["simulateRain": .bool(true)],
    ]
    start.erasesData = true
    (start.ways, start.gesture) = ([.gesture, .http], try ResetGesture("ctrl-t:4"))
    start.clock = Date(timeIntervalSince1970: 1_800_000_000.5)
    (start.network.allows, start.network.records) = (true, true)
    start.network.routes = [NetworkRoute(to: "GET /menu", text: "{\"a\":[1]}", once: true)]
    start.network.recordings = ["/tmp/a b.har", "c=d"]
    (start.socket, start.port, start.statesFolder) = ("/tmp/s", 0, "/tmp/states")
    (start.opensBrowser, start.isHeadless) = (true, true)
    let words = try start.words()
    #expect(try Start(words) == start)
    #expect(ControlOption.allCases.allSatisfy { words.contains($0.name) }, "An option has no field: \(words)")
  }

  @Test("has what is said in several words, the first of two that exclude each other, and nothing foreign")
  func reading() throws {
    let start = try Start([
      "--control-port=7", "--control-port", "8", "--open", "--headless", "--network", "allow",
      "--network=menu.har",
      "--network", "[]", "--reset-on=http",
    ])
    #expect(start.port == 7 && start.isHeadless && start.socket == nil && start.ways == [.http])
    #expect(start.network.allows && start.network.recordings == ["menu.har"] && start.network.routes == [])
    #expect(start.network.answers && !start.network.records && start.clock == nil)
  }

  @Test(
    "tells what is wrong, and what would be right",
    arguments: [
      (
        ["--reset-on", "buton"],
        "--reset-on takes a list of button, gesture, beep, http, but has 'buton', which is not one of them."
      ),
      (
        ["--reset-on", "beep,http,beep"],
        "--reset-on takes a list of button, gesture, beep, http, but has 'beep' more than once."
      ),
      (
        ["--reset-on", "button,"],
        "--reset-on takes a list of button, gesture, beep, http, but has '', which is not one of them."
      ),
      (
        ["--reset-on", "controlSocket"],
        "--reset-on takes a list of button, gesture, beep, http, but has 'controlSocket', which is not one of them."
      ),
      (["--reset-on", "beep", "--reset-gesture", "ctrl-t:4"], "--reset-gesture needs --reset-on gesture."),
      (
        ["--reset-on", "gesture", "--reset-gesture", "x"],
        "--reset-gesture: 'x' is not a gesture: it has to end in a colon and the number of taps, 1 to 9. Examples: ctrl-r:3 and ctrl-r+ctrl-t:2."
      ),
      (
        ["--control-port", "65536"],
        "--control-port takes a number from 0 to 65535, where 0 is the port of the last time or a free one; it has '65536'."
      ),
      (
        ["--pause-clock-at", "noon"],
        "--pause-clock-at takes a time with its zone, as in 2026-12-31T23:59:00Z; it has 'noon'."
      ),
      (
        ["--network", "["],
        "--network takes a JSON list of routes, as in [{\"to\":\"GET /menu\",\"text\":\"{}\"}], but"
      ),
    ])
  func wrong(words: [String], message: String) {
    let error = #expect(throws: ScaffoldingError.self) { try Start(words) }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
  }

  @Test(
    "keeps states only in a folder that is in another one",
    arguments: ["/", "/tmp", "tmp/states", "/tmp/../states"])
  func statesFolder(path: String) throws {
    #expect(try Start(["--driven", "/tmp/states"]).statesFolder == "/tmp/states")
    let error = #expect(throws: ScaffoldingError.self) { try Start(["--driven", path]) }
    #expect(
      error?.description
        == "--driven takes the full path of a folder below another one, such as /tmp/states, "
        + "without \"..\" in it; it has '\(path)'.")
  }
}
