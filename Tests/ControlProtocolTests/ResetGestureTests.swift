import ControlProtocol
import ElementTree
import Testing

@Suite("A gesture on the command line")
struct ResetGestureTests {
  @Test("has touches and taps")
  func reading() throws {
    let gesture = try ResetGesture("ctrl-r+ctrl-t:2")
    #expect(gesture.touches == ["r", "t"])
    #expect(gesture.taps == 2)
    #expect(gesture.keys == ["ctrl-r", "ctrl-t", "ctrl-r", "ctrl-t"])
    #expect(gesture.strokes == [.control("r"), .control("t"), .control("r"), .control("t")])
    #expect(gesture.description == "ctrl-r+ctrl-t:2")
    #expect(ResetGesture.standard.description == "ctrl-r:3")
  }

  @Test(
    "is refused where typing could make it, or nothing could",
    arguments: [
      "", "ctrl-r", "ctrl-r:0", "ctrl-r:10", "ctrl-r:1", "r:3", "ctrl-:3", "ctrl-c:3", "ctrl-a:3",
      "ctrl-m:3", "ctrl-R:3", "ctrl-r+ctrl-r:2", "ctrl-r+:2", "ctrl-r:3:3",
    ])
  func wrong(text: String) {
    let error = #expect(throws: ScaffoldingError.self) { try ResetGesture(text) }
    #expect(error?.description.hasPrefix("'\(text)' is not a gesture: ") == true)
    #expect(error?.description.hasSuffix(" Examples: ctrl-r:3 and ctrl-r+ctrl-t:2.") == true)
  }

  @Test("names the letters that are free")
  func letters() {
    let error = #expect(throws: ScaffoldingError.self) { try ResetGesture("ctrl-c:3") }
    #expect(
      error?.description.contains(
        "'ctrl-c' is not ctrl- with one of b, d, f, g, n, o, p, q, r, s, t, v, x, y") == true)
  }
}
