import ControlProtocol
import ElementTree
import Testing

@testable import TestScaffolding

@Suite("A gesture among the keys")
struct GestureRecognizerTests {
  private let start = ContinuousClock.now

  /// One letter for each stroke: a dot is any other key, a space a long pause.
  private func findings(_ gesture: ResetGesture, _ strokes: String) -> String {
    var recognizer = GestureRecognizer(gesture)
    var time = start
    return strokes.reduce(into: "") { result, character in
      if character == " " {
        time += .milliseconds(2001)
        return
      }
      time += .milliseconds(500)
      switch recognizer.take(character == "." ? .other : .control(character), at: time) {
      case .foreign: result += "-"
      case .part: result += "+"
      case .complete: result += "!"
      }
    }
  }

  @Test(
    "is found when its keys come in a row",
    arguments: [
      ("rrr", "++!"), ("rrrrrr", "++!++!"), ("rr.r", "++-+"), ("rrtr", "++-+"), ("rr r", "+++"),
      ("...", "---"), ("rr rrr", "+++" + "+!"),
    ])
  func oneTouch(strokes: String, found: String) {
    #expect(findings(.standard, strokes) == found)
  }

  @Test("may have several touches to a tap", arguments: [("rtrt", "+++!"), ("rrtrt", "++++!"), ("tr", "-+")])
  func twoTouches(strokes: String, found: String) throws {
    #expect(findings(try ResetGesture("ctrl-r+ctrl-t:2"), strokes) == found)
  }
}

@Suite("The arguments of a beep")
struct StubArgumentsTests {
  private let flagged = ["--reset-on", "beep", #"EPHEMERAL_{"a":true}"#]

  @Test("lose the flags for real data, and get them back for stub data")
  func thereAndBack() {
    var arguments = StubArguments()
    #expect(
      arguments.request(for: .stubData, current: flagged) == ResetRequest(launchArguments: flagged))
    #expect(
      arguments.request(for: .realData, current: flagged)
        == ResetRequest(launchArguments: ["--reset-on", "beep"], keepData: true))
    #expect(
      arguments.request(for: .stubData, current: ["--reset-on", "beep"])
        == ResetRequest(launchArguments: flagged))
  }

  @Test("are those in force, where another reset has changed them since")
  func changed() {
    var arguments = StubArguments()
    _ = arguments.request(for: .realData, current: flagged)
    #expect(arguments.request(for: .stubData, current: ["--x"]) == ResetRequest(launchArguments: ["--x"]))
  }

  @Test("are right when one beep follows the other before its reset")
  func quick() {
    var arguments = StubArguments()
    _ = arguments.request(for: .realData, current: flagged)
    #expect(
      arguments.request(for: .stubData, current: flagged) == ResetRequest(launchArguments: flagged))
  }
}
