import Processes
import TestSupport
import Testing

@Suite("The address of the workbench on a terminal")
struct BannerOnTerminalTests {
  private let sample: Sample

  init() throws { sample = try Sample() }

  /// The address as it was printed before the screen was taken.
  private func address(on terminal: PseudoTerminal) throws -> String {
    let text = terminal.transcript.text
    return try String(
      #require(text.firstMatch(of: /SampleOnboarding: (http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]{64})/)).1)
  }

  @Test("is there as long as the port is open, and is printed again on leaving")
  func whole() async throws {
    let terminal = try sample.onTerminal("--control-port", "0", columns: 120, rows: 30)
    try await terminal.waitForText("Workbench: http")
    let address = try address(on: terminal)
    #expect(terminal.screen.lines.last?.hasSuffix("Workbench: \(address)") == true)
    terminal.send(.enter)
    try await terminal.waitForText("Page 1 of 3")
    #expect(terminal.screen.contains("Workbench: \(address)"))
    terminal.send(.ctrl("c"))
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.lines.filter { $0 == "SampleOnboarding: \(address)" }.count == 2)
  }

  @Test(
    "is a link where it does not fit, and never has a part of the token", arguments: [(80, 24), (40, 10)])
  func link(columns: Int, rows: Int) async throws {
    let terminal = try sample.onTerminal("--control-port", "0", columns: columns, rows: rows)
    try await terminal.waitForText("Workbench: http://127.0.0.1:")
    let address = try address(on: terminal)
    #expect(terminal.screen.lines.last?.hasSuffix("/…") == true)
    #expect(!terminal.screen.contains("token"))
    #expect(terminal.transcript.text.contains("\u{1B}]8;;\(address)\u{1B}\\"))
    #expect(terminal.unknownSequences == [])
  }

  @Test("is what is left to open where no browser is, and says so", arguments: [80, 40])
  func noBrowser(columns: Int) async throws {
    let terminal = try sample.onTerminal(
      "--control-port", "0", "--open-browser", columns: columns, environment: ["BROWSER": "nobrowser"])
    try await terminal.waitForText("No browser was opened. Workbench")
    let address = try address(on: terminal)
    #expect(terminal.transcript.text.contains("There is no 'nobrowser' to open the page with."))
    #expect(terminal.transcript.text.contains("\u{1B}]8;;\(address)\u{1B}\\"))
  }

  @Test("is not there without a port")
  func none() async throws {
    let terminal = try sample.onTerminal()
    try await terminal.waitForLines(Shown.welcome)
  }
}
