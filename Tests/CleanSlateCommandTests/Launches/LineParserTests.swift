import Testing

@testable import CleanSlateCommand

@Suite("The parser of log lines")
struct LineParserTests {
  private func step(_ line: String) -> LoggedActivity? {
    guard case .activity(let step) = Log.entry(line)?.event else { return nil }
    return step
  }

  @Test(
    "reads what a step is",
    arguments: [
      ("    t =     0.00s Start Test at 2026-02-03 09:00:00.010", 0.0, 0, LoggedActivity.Kind.startTest),
      ("    t =    14.20s Open net.example.App", 14.2, 0, .open(app: "net.example.App")),
      ("    t =    14.21s     Launch net.example.App", 14.21, 4, .launch(app: "net.example.App")),
      ("    t =     1.00s   Terminate net.example.App:1234", 1, 2, .terminate(app: "net.example.App")),
      ("    t =     1.00s Setting up automation session", 1, 0, .preparation),
      ("    t =     1.00s Wait for accessibility to load", 1, 0, .preparation),
      ("    t =     1.00s Wait for My Own App to idle", 1, 0, .idle(app: "My Own App")),
      ("    t =     1.00s Interface orientation changed to Portrait", 1, 0, .remark),
      ("    t =     1.00s Unable to monitor event loop", 1, 0, .remark),
      ("    t =  1234.56s Tap \"Open door\" Button", 1234.56, 0, .action),
      ("    t =     3,50s Checking existence of `Wait for x to idle`", 3.5, 0, .action),
      ("t = 1s Tap", 1, 0, .action),
    ])
  func steps(line: String, time: Double, depth: Int, kind: LoggedActivity.Kind) {
    #expect(step(line) == LoggedActivity(time: time, depth: depth, kind: kind))
  }

  @Test("knows a step without time")
  func noTime() {
    #expect(
      step("    t =      nans Launch net.example.App")
        == LoggedActivity(time: nil, depth: 0, kind: .launch(app: "net.example.App")))
  }

  @Test("does not care what a build server or a wrapper writes before a line")
  func prefixes() {
    let expected = LoggedActivity(time: 0.1, depth: 4, kind: .launch(app: "a.b"))
    #expect(step("2026-02-03T09:00:00.0000000Z     t =     0.10s     Launch a.b") == expected)
    #expect(step("[Xcode]     t =     0.10s     Launch a.b") == expected)
    #expect(
      Log.entry("09:00 Test Case '-[S t]' started.") == LogEntry(event: .testStarted("-[S t]")))
  }

  @Test(
    "reads the beginning and the end of a test",
    arguments: [
      ("Test Case '-[M.S testA]' started.", LogEntry(event: .testStarted("-[M.S testA]"))),
      (
        "Test Case 'S.testA' started at 2026-02-03 09:00:00",
        LogEntry(event: .testStarted("S.testA"))
      ),
      (
        "Test Case '-[M.S testA]' passed (12.345 seconds).",
        LogEntry(event: .testEnded("-[M.S testA]", seconds: 12.345))
      ),
      (
        "Test Case 'S.testA' failed (0.5 seconds)",
        LogEntry(event: .testEnded("S.testA", seconds: 0.5))
      ),
      ("Test Case 'S.testA' skipped (1 s).", LogEntry(event: .testEnded("S.testA", seconds: 1))),
      ("Test Case 'S.testA' passed", LogEntry(event: .testEnded("S.testA", seconds: nil))),
      (
        "Test case 'S.testA()' passed on 'Clone 1 of Phone (2) - App (812)' (3.25 seconds)",
        LogEntry(lane: "Clone 1 of Phone (2) - App (812)", event: .testEnded("S.testA()", seconds: 3.25))
      ),
    ])
  func tests(line: String, expected: LogEntry) {
    #expect(Log.entry(line) == expected)
  }

  @Test("reads which test a crash interrupted")
  func restarts() {
    let text = "Restarting after unexpected exit, crash, or test timeout"
    #expect(
      Log.entry(text + " in CartTests.testAdds(); summary will include totals from previous launches.")
        == LogEntry(event: .restarted(after: "CartTests.testAdds()")))
    #expect(Log.entry(text + ".") == LogEntry(event: .restarted(after: nil)))
  }

  @Test(
    "takes nothing else for a step",
    arguments: [
      "", "t", "t = ", "t = s", "    t =     1.00", "    t =     1.00s", "    t =     1.00s  ",
      "let = 1.00s Open x",
      "offset = 3.00s Launch x", "    t = abcs Launch x", "    t = 99999999999s Launch x", "Test Case '",
      "Test Case 'x", "Test Suite 'S' started", "    t =     1.00m Launch x",
    ])
  func noise(line: String) {
    #expect(Log.entry(line) == nil)
  }

  @Test("shows no control characters of a log, and no more than a line's worth")
  func hostileNames() {
    let name = "\u{1B}[2J\u{202E}x"
    #expect(
      Log.entry("Test Case '\(name)' started.")?.event == .testStarted("\u{FFFD}[2J\u{FFFD}x"))
    let long = String(repeating: "a", count: 1000)
    #expect(
      Log.entry("Test Case '\(long)' started.")?.event == .testStarted(String(repeating: "a", count: 400)))
  }
}
