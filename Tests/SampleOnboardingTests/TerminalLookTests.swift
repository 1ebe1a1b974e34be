import Processes
import TestSupport
import Testing

@Suite("The look of SampleOnboarding")
struct TerminalLookTests {
  private let sample: Sample

  init() throws { sample = try Sample() }

  @Test("fits itself to the window whenever that changes")
  func resize() async throws {
    let terminal = try sample.onTerminal()
    try await terminal.waitForLines(Shown.welcome)
    try terminal.resize(columns: 40, rows: 10)
    try await terminal.waitForLines(Shown.smallWelcome)
    try terminal.resize(columns: 80, rows: 24)
    try await terminal.waitForLines(Shown.welcome)
  }

  @Test("can be read whole at 40 x 10, without scrolling, on every screen")
  func small() async throws {
    let terminal = try sample.onTerminal(columns: 40, rows: 10)
    try await terminal.waitForLines(Shown.smallWelcome)
    let scrollbar: Set<Character> = ["│", "┃"]
    for title in ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3", "Name  "] {
      terminal.send(.enter)
      try await terminal.waitForText(title)
      #expect(!terminal.screen.lines.contains { $0.count == 39 && scrollbar.contains($0.last ?? " ") })
    }
    terminal.send("Ada\tada@example.com\r")
    for title in ["What may we", "Is everything right?", "Thank you", "Hello, Ada!"] {
      try await terminal.waitForText(title)
      #expect(!terminal.screen.lines.contains { $0.count == 39 && scrollbar.contains($0.last ?? " ") })
      terminal.send(.enter)
    }
  }

  @Test("has colours where they mean something")
  func colours() async throws {
    let screen = try await wrongProfile(environment: [:])
    #expect(screen.style(of: "! An e-mail")?.foreground == .indexed(1))
    #expect(screen.style(of: "████")?.foreground == .indexed(6))
  }

  @Test("has none with NO_COLOR, and says the same")
  func noColours() async throws {
    let screen = try await wrongProfile(environment: ["NO_COLOR": "1"])
    #expect(screen.text == Shown.wrongProfile)
    for row in 0..<screen.rows {
      for column in 0..<screen.columns {
        #expect(screen[row, column].style.foreground == .standard)
        #expect(screen[row, column].style.background == .standard)
      }
    }
  }

  private func wrongProfile(environment: [String: String]) async throws -> Screen {
    let terminal = try sample.onTerminal("--open", "storefront://profile", environment: environment)
    try await terminal.waitForLines(Shown.profile)
    terminal.send("Ada\tada\t")
    try await terminal.waitForLines(Shown.wrongProfile)
    return terminal.screen
  }

  @Test(
    "is plain lines where the terminal cannot draw, and where somebody asks for it",
    arguments: [([], ["TERM": "dumb"]), ([], ["TERM": ""]), (["--plain"], [:])])
  func lines(arguments: [String], environment: [String: String]) async throws {
    let terminal = try PseudoTerminal(
      sample.executable, arguments, environment: sample.home.environment.merging(environment) { $1 },
      columns: 110, rows: 24)
    try await terminal.waitForText("\n>")
    terminal.send("tap continue")
    terminal.send(.enter)
    try await terminal.waitForText("back  returns to the screen before\n>")
    #expect(terminal.screen.text == "\(Shown.welcomeLines)> tap continue\n\n\(Shown.tourLines)>")
    #expect(!terminal.transcript.text.contains("\u{1B}"))
    terminal.send(.ctrl("d"))
    #expect(try await terminal.waitForExit() == .exited(0))
  }
}
