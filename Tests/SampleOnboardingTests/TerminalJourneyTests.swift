import Processes
import TestSupport
import Testing

@Suite("SampleOnboarding on a terminal")
struct TerminalJourneyTests {
  private let sample: Sample

  init() throws { sample = try Sample() }

  @Test("is led with the keyboard from the first screen to the home screen")
  func wholeWay() async throws {
    let terminal = try sample.onTerminal()
    try await terminal.waitForLines(Shown.welcome)
    terminal.send(.enter)
    try await terminal.waitForText("Page 1 of 3")
    terminal.send(.tab, .enter)
    try await terminal.waitForLines(Shown.profile)
    terminal.send("Ada")
    try await terminal.waitForText("┃Ada   ")
    terminal.send(.tab)
    terminal.send("ada")
    try await terminal.waitForText("┃ada   ")
    terminal.send(.tab)
    try await terminal.waitForLines(Shown.wrongProfile)
    terminal.send(.tab)
    terminal.send("@example.com")
    try await terminal.waitForText("[ Continue ]")
    terminal.send(.enter)
    try await terminal.waitForText("What may we tell you about?")
    terminal.send(.up)
    terminal.send(" ")
    try await terminal.waitForText("[x] Offers")
    terminal.send(.tab, .enter)
    try await terminal.waitForText("Is everything right?")
    terminal.send(.enter)
    try await terminal.waitForText("Thank you, Ada.")
    terminal.send(.enter)
    try await terminal.waitForLines(Shown.home)
    terminal.send(.ctrl("c"))
    #expect(try await terminal.waitForExit() == .exited(0))

    #expect(terminal.unknownSequences == [])
    let again = try sample.onTerminal()
    try await again.waitForLines(Shown.home)
  }

  @Test("goes back with Esc, and forward to what was typed before")
  func back() async throws {
    let terminal = try sample.onTerminal("--open", "storefront://profile")
    try await terminal.waitForLines(Shown.profile)
    terminal.send("Ada")
    try await terminal.waitForText("┃Ada   ")
    terminal.send(.escape)
    try await terminal.waitForLines(Shown.welcome)
    terminal.send(.tab, .enter)
    try await terminal.waitForText("┃Ada   ")
  }

  @Test("takes keys one by one, and as many as arrive at once, in their order")
  func typing() async throws {
    let terminal = try sample.onTerminal("--open", "storefront://profile")
    try await terminal.waitForLines(Shown.profile)
    for (count, character) in "Ada L".enumerated() {
      terminal.send(String(character))
      try await terminal.waitForText("┃" + "Ada L".prefix(count + 1) + "  ")
    }
    terminal.send("ovelxce\u{1B}[D\u{1B}[D\u{7F}a\t@example.com\u{1B}[Hada\r")
    try await terminal.waitForText("What may we tell you about?")
    terminal.send("\r")
    try await terminal.waitForScreen {
      $0.contains("   Ada Lovelace") && $0.contains("   ada@example.com")
    }
  }

  @Test("puts a paste into the field as one line, and does not take its line end for Enter")
  func paste() async throws {
    let terminal = try sample.onTerminal("--open", "storefront://profile")
    try await terminal.waitForScreen { $0.text == Shown.profile && $0.bracketsPastes }
    terminal.paste("Zoë\n家族\n")
    try await terminal.waitForText("┃Zoë 家族   ")
    #expect(terminal.screen.cursor == .init(row: 6, column: 21))
    terminal.send(.tab)
    terminal.paste("zoe@example.com\n")
    try await terminal.waitForText("┃zoe@example.com  ")
    terminal.send(.enter)
    try await terminal.waitForText("What may we tell you about?")
  }

  @Test("asks before it erases, with the harmless answer first")
  func alert() async throws {
    _ = try await sample.run(
      lines: """
        tap skip
        type name Ada
        type email ada@example.com
        tap continue
        tap offers
        tap continue
        tap finish

        """)
    let terminal = try sample.onTerminal()
    try await terminal.waitForLines(Shown.home)
    terminal.send(.enter)
    try await terminal.waitForText("Start over?")
    terminal.send(.enter)
    try await terminal.waitForLines(Shown.home)
    terminal.send(.enter)
    try await terminal.waitForText("Start over?")
    terminal.send(.tab, .enter)
    try await terminal.waitForLines(Shown.welcome)
  }

  @Test("goes on after a kill in the middle where it was")
  func kill() async throws {
    let first = try sample.onTerminal()
    try await first.waitForLines(Shown.welcome)
    first.send(.tab, .enter)
    try await first.waitForLines(Shown.profile)
    first.send("Ada")
    try await first.waitForText("┃Ada   ")
    first.terminate(9)
    #expect(try await first.waitForExit() == .signalled(9))
    let second = try sample.onTerminal()
    try await second.waitForText("┃Ada   ")
    second.send(.escape)
    try await second.waitForLines(Shown.welcome)
  }
}
