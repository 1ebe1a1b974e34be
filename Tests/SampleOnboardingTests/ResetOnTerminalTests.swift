import Processes
import TestSupport
import Testing

@Suite("A reset that is asked for at the terminal")
struct ResetOnTerminalTests {
  private let sample: Sample

  init() throws { sample = try Sample() }

  @Test("comes of the gesture, and of nothing that is typed")
  func gesture() async throws {
    let terminal = try sample.onTerminal("--reset-on", "gesture")
    try await terminal.waitForLines(Shown.welcome)
    terminal.send(.tab, .enter)
    try await terminal.waitForLines(Shown.profile)
    terminal.send(.ctrl("r"), .ctrl("r"))
    terminal.send("rrr")
    terminal.send(.ctrl("r"))
    terminal.send("r")
    try await terminal.waitForText("┃rrrr  ")
    terminal.send(.ctrl("r"), .ctrl("r"), .ctrl("r"))
    try await terminal.waitForLines(Shown.welcome)
    terminal.send(.tab, .enter)
    try await terminal.waitForLines(Shown.profile)
  }

  @Test("comes of the button in the corner, which every window has", arguments: [(80, 24), (40, 12)])
  func button(columns: Int, rows: Int) async throws {
    let terminal = try sample.onTerminal("--reset-on", "button", columns: columns, rows: rows)
    for _ in 1...2 {
      try await terminal.waitForScreen { $0.contains("Welcome") && $0.contains("[ Reset ]") }
      terminal.send(.enter)
      try await terminal.waitForText("Page 1 of 3")
      terminal.send(.home, .backTab, .enter)
    }
    try await terminal.waitForText("Welcome")
  }

  @Test("is a numbered action where commands are read line by line")
  func lines() async throws {
    let outcome = try await sample.run("--reset-on", "button", lines: "tap skip\ntap reset-button\n\n")
    #expect(outcome.status == .exited(0))
    #expect(outcome.lastScreen.hasPrefix("Screen: Welcome  (welcome)\n"))
    #expect(outcome.lastScreen.contains("Reset, button  reset-button"))
  }

  @Test("is refused at the start where the list is wrong")
  func refused() async throws {
    let outcome = try await sample.run("--reset-on", "button,button", lines: "")
    #expect(outcome.status == .exited(78))
    #expect(
      outcome.standardError.text
        == "SampleOnboarding: --reset-on takes a list of button, gesture, beep, http, "
        + "but has 'button' more than once.\n")
  }
}
