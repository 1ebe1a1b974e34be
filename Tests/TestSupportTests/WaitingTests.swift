import TestSupport
import Testing

@Suite("Waiting for what nobody tells")
struct WaitingTests {
  private struct Broken: Error {}

  @Test("asks until the condition holds, and no more")
  func holds() async {
    var questions = 0
    let held = await Waiting.until {
      questions += 1
      return questions == 3
    }
    #expect(held)
    #expect(questions == 3)
  }

  @Test("gives up at the end of the time, but not before it has asked often enough", arguments: [0, 5])
  func givesUp(milliseconds: Int) async {
    var questions = 0
    let held = await Waiting.until(within: .milliseconds(milliseconds)) {
      questions += 1
      return false
    }
    #expect(!held)
    #expect(questions >= 20)
  }

  @Test("throws what the condition throws")
  func throwing() async {
    await #expect(throws: Broken.self) { try await Waiting.until { throw Broken() } }
  }
}
