#if DEBUG
import AppRuntime
import ControlProtocol
import Testing

@testable import TestScaffolding

@MainActor @Suite("The choice of ways to a reset")
struct ResetChoiceTests {
  private func choice(_ arguments: String...) throws -> ResetChoice {
    try ResetChoice(LaunchConfiguration(arguments: arguments))
  }

  @Test("has nothing but the two servers without a list")
  func none() throws {
    let choice = try choice("--plain")
    #expect(ResetTrigger.allCases.filter(choice.includes) == [.controlSocket, .http])
  }

  @Test("has what is listed, and the control socket always")
  func listed() throws {
    let choice = try choice("--reset-on", "beep,button")
    #expect(ResetTrigger.allCases.filter(choice.includes) == [.controlSocket, .button, .beep])
    #expect(try self.choice("--reset-on=http").includes(.http))
  }

  @Test(
    "names the entry that is wrong, and the possible ones",
    arguments: [
      ("buton", "has 'buton', which is not one of them"), ("beep,http,beep", "has 'beep' more than once"),
      ("button,", "has '', which is not one of them"),
      ("controlSocket", "has 'controlSocket', which is not one of them"),
    ])
  func wrong(list: String, problem: String) {
    let error = #expect(throws: ScaffoldingError.self) { try choice("--reset-on", list) }
    #expect(
      error?.description == "--reset-on takes a list of button, gesture, beep, http, but \(problem).")
  }

  @Test("has a gesture of one's own only where a gesture is listed")
  func gesture() throws {
    #expect(try choice("--reset-on", "gesture").gesture == .standard)
    #expect(
      try choice("--reset-on", "gesture", "--reset-gesture", "ctrl-t:4").gesture.description == "ctrl-t:4")
    let error = #expect(throws: ScaffoldingError.self) {
      try choice("--reset-on", "beep", "--reset-gesture", "ctrl-t:4")
    }
    #expect(error?.description == "--reset-gesture needs --reset-on gesture.")
    #expect(throws: ScaffoldingError.self) { try choice("--reset-on", "gesture", "--reset-gesture", "x") }
  }
}
#endif
