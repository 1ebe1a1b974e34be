import Glibc
import Processes
import TestSupport
import Testing

@Suite("The end of SampleOnboarding on a terminal")
struct TerminalEndTests {
  private let sample: Sample

  init() throws { sample = try Sample() }

  @Test("gives the terminal back after Ctrl-C")
  func quit() async throws {
    let terminal = try sample.onTerminal()
    try await terminal.waitForLines(Shown.welcome)
    #expect(try !terminal.isAsItWas)
    terminal.send(.ctrl("c"))
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(try terminal.isAsItWas)
    #expect(terminal.screen.text == "")
  }

  @Test(
    "gives the terminal back when a signal ends it, and ends by that signal",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT])
  func signal(number: Int32) async throws {
    // The backtrace of a crash would stand on the screen that is looked at.
    let terminal = try sample.onTerminal(environment: ["SWIFT_BACKTRACE": "enable=no"])
    try await terminal.waitForLines(Shown.welcome)
    terminal.terminate(number)
    #expect(try await terminal.waitForExit() == .signalled(number))
    #expect(try terminal.isAsItWas)
    #expect(terminal.screen.text == "")
  }

  @Test("gives the terminal back while it is stopped with Ctrl-Z, and draws itself again when it goes on")
  func stop() async throws {
    // A program that leads its session cannot be stopped, so a shell leads it.
    let script = """
      set -m
      "$0"
      echo "stopped with $?"
      read answer
      fg > /dev/null
      echo "ended with $?"
      """
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", script, sample.executable], environment: sample.home.environment)
    try await terminal.waitForLines(Shown.welcome)
    terminal.send(.ctrl("z"))
    try await terminal.waitForText("stopped with \(128 + SIGTSTP)")
    #expect(try terminal.isAsItWas)
    terminal.send(.enter)
    try await terminal.waitForLines(Shown.welcome)
    terminal.send(.enter)
    try await terminal.waitForText("Page 1 of 3")
    #expect(try !terminal.isCanonical)
    terminal.send(.ctrl("c"))
    try await terminal.waitForExit()
    #expect(terminal.screen.contains("ended with 0"))
    #expect(try terminal.isAsItWas)
  }

  @Test("draws a whole page first when it has the terminal again, whatever was typed together with Ctrl-Z")
  func typedAhead() async throws {
    let terminal = try sample.onTerminal()
    try await terminal.waitForLines(Shown.welcome)
    // The leader of a session goes on at once; it reads all of this before it hears that it was stopped.
    terminal.send([Key.ctrl("z"), .enter].flatMap(\.bytes))
    try await terminal.waitForText("Page 1 of 3")
    terminal.send(.ctrl("c"))
    #expect(try await terminal.waitForExit() == .exited(0))
    let turns = terminal.transcript.text.split(separator: "\u{1B}[?2004h", omittingEmptySubsequences: false)
    #expect(turns.count == 3)
    let drawn = try #require(turns.last)
    #expect(drawn.hasPrefix("\u{1B}[m\u{1B}[2J"), "\(drawn.debugDescription)")
    #expect(drawn.contains("Page 1 of 3"))
  }
}
