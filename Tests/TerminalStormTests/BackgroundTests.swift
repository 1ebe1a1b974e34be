import Glibc
import TestSupport
import Testing

@Suite("An app in the background of a terminal")
struct BackgroundTests {
  /// Starts the app in the background, stops it, and has it go on there, each time with a line from the terminal between.
  private static let script = """
    set -m
    $2
    "$1" &
    echo "started $!"
    read answer
    fg > /dev/null
    echo "stopped with $?"
    bg > /dev/null
    read answer
    fg > /dev/null
    echo "ended with $?"
    """

  @Test(
    "stops rather than touching the terminal, and draws itself when its turn comes",
    arguments: ["", "stty tostop"])
  func background(setting: String) async throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", Self.script, "sh", try BuiltProduct.path("SampleOnboarding"), setting],
      environment: home.environment)
    try await terminal.waitForText("started ")
    let line = try #require(terminal.screen.lines.first { $0.hasPrefix("started ") })
    let app = try #require(Int32(line.dropFirst("started ".count)))
    #expect(await ProcessTable.stop(of: app))
    #expect(try terminal.isCanonical)

    terminal.send(.enter)
    try await terminal.waitForText("Ctrl-C Quit")
    terminal.send(.ctrl("z"))
    try await terminal.waitForText("stopped with \(128 + SIGTSTP)")
    #expect(await ProcessTable.stop(of: app))
    #expect(try terminal.isCanonical)

    terminal.send(.enter)
    try await terminal.waitForText("Ctrl-C Quit")
    terminal.send(.ctrl("c"))
    try await terminal.waitForExit()
    #expect(terminal.screen.contains("ended with 0"))
  }
}
