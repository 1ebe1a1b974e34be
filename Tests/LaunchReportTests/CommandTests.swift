import Foundation
import TestSupport
import Testing

@testable import LaunchReports

@Suite("The command launch-report")
struct CommandTests {
  private let home: TemporaryHome
  private let folder: String

  init() throws {
    home = try TemporaryHome()
    folder = home.path(.home)
    try write(Log.onePassed, to: "ui.log")
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(folder)/\(name)"), encoding: .utf8)
  }

  private struct Outcome {
    var status: ReportCommand.Status = .done
    var output = ""
    var errors = ""
  }

  private func run(_ arguments: [String], width: Int = 80, isTerminal: Bool = false) -> Outcome {
    var outcome = Outcome()
    var output = ""
    var errors = ""
    let surroundings = ReportCommand.Surroundings(
      width: width, isTerminal: isTerminal, write: { output += $0 }, complain: { errors += $0 })
    outcome.status = ReportCommand(in: surroundings).run(arguments)
    (outcome.output, outcome.errors) = (output, errors)
    return outcome
  }

  @Test("writes figures and bars")
  func text() {
    let outcome = run(["\(folder)/ui.log", "--reset-time", "0.5ms"])
    #expect(outcome.status == .done && outcome.errors == "")
    #expect(
      outcome.output == """
        ui.log
        1 test, 1 run, 1 launch of 1 app
        2.50 s of 4.00 s went into launching (62.5%).

        CartTests.testAdds ############################---------------- 2.50 s of 4.00 s

        Live resets of 0.50 ms in place of 0 launches would have saved 0 s (0.0%); each
        app is still launched once.

        """)
  }

  @Test("uses colour and blocks on a terminal, and two lines where it is narrow")
  func narrow() {
    let lines = run(["\(folder)/ui.log"], width: 40, isTerminal: true).output.split(separator: "\n")
    #expect(lines[0] == "\u{1B}[1mui.log\u{1B}[0m")
    #expect(lines[4] == "CartTests.testAdds")
    #expect(
      lines[5] == "\u{1B}[33m██████████████\u{1B}[0m\u{1B}[90m░░░░░░░░░\u{1B}[0m 2.50 s of 4.00 s")
    #expect(run(["\(folder)/ui.log", "--plain"], isTerminal: true).output.contains("\u{1B}") == false)
  }

  @Test("shows the tests that spend most first, and how much the others do")
  func top() throws {
    let tests = (1...4).map {
      """
      Test Case 'S.t\($0)' started.
          t =     1.00s Launch a.b
          t =     1.50s Wait for a.b to idle
          t =     \(1 + $0).00s Tap "x"
      Test Case 'S.t\($0)' passed (10 seconds).

      """
    }
    try write(tests.joined(), to: "four.log")
    let lines = run(["\(folder)/four.log", "--top", "2"]).output.split(separator: "\n")
    #expect(lines[3].hasPrefix("S.t4 ") && lines[4].hasPrefix("S.t3 "))
    #expect(lines[5] == "and 2 more tests with 3.00 s")
  }

  @Test("says that a log has no launches, and what it looked for")
  func noLaunches() throws {
    try write("Test Case 'S.t' started.\nTest Case 'S.t' passed (1 seconds).\n", to: "unit.log")
    let outcome = run(["\(folder)/unit.log"])
    #expect(outcome.status == .noLaunches && outcome.output == "")
    #expect(outcome.errors.hasPrefix("unit.log has 1 test, but no launch. Expected lines such as\n"))
    try write("", to: "empty.log")
    #expect(run(["\(folder)/empty.log"]).errors.hasPrefix("empty.log has no test. "))
  }

  @Test("says which log cannot be read and which file cannot be written")
  func failures() {
    #expect(run(["\(folder)/none.log"]).status == .unreadable)
    #expect(run(["\(folder)/ui.log", "--against", folder]).status == .unreadable)
    let outcome = run(["\(folder)/ui.log", "--svg", "\(folder)/none/a.svg"])
    #expect(outcome.status == .notWritten)
    #expect(outcome.errors == "'\(folder)/none/a.svg' cannot be written: No such file or directory.\n")
  }

  @Test("compares with a run of the same tests")
  func against() throws {
    try write(
      """
      [7.3] Test Case '-[ShopUITests.CartTests testAdds]' started.
      [7.3]     t =   0.100000s Reset live Shop
      [7.3]     t =   0.102000s Tap "add"
      [7.3] Test Case '-[ShopUITests.CartTests testAdds]' passed (1.5 seconds).
      """, to: "live.log")
    let output = run(["\(folder)/ui.log", "--against", "\(folder)/live.log"], width: 200).output
    #expect(output.contains("live.log launches no app; 1 live reset took 2.00 ms.\n"))
    #expect(
      output.hasSuffix("To get the apps ready took 2.50 s in ui.log and 2.00 ms in live.log: 2.50 s less.\n"))
    _ = run(["\(folder)/ui.log", "--against", "\(folder)/live.log", "--svg", "\(folder)/a.svg"])
    let picture = try read("a.svg")
    #expect(picture.contains(#"<rect class="reset" x="300" y="#))
    #expect(picture.contains("2.00 ms of 1.50 s"))
  }

  @Test(
    "refuses words that make no sense",
    arguments: [
      ([], "No log given."), (["a", "b"], "More than one log given: a, b."),
      (["--top"], "Missing value after '--top'"),
      (["a", "--top", "0"], "'0' is no number of tests"),
      (["a", "--reset-time", "5"], "'5' is no time of a reset"),
      (["a", "--reset-time", "infs"], "'infs' is no time"), (["a", "--wide"], "Unknown argument '--wide'."),
      (["-", "--against", "-"], "Only one of the logs"),
      (["a", "--svg", "-", "--html", "-"], "Only one of --svg"),
    ] as [([String], String)])
  func usage(arguments: [String], problem: String) {
    let outcome = run(arguments)
    #expect(outcome.status == .wrongWords)
    #expect(outcome.errors.hasPrefix(problem), "\(outcome.errors)")
  }

  @Test("reads times of resets in their units", arguments: [("0.5ms", 0.0005), ("20us", 0.00002), ("2s", 2)])
  func times(text: String, seconds: Double) throws {
    let read = try #require(try ReportOptions(["a", "--reset-time", text]).resetTime)
    #expect(abs(read - seconds) < 1e-12)
  }

  @Test("explains itself")
  func help() {
    #expect(run(["--help"]).output.hasPrefix("swift package launch-report LOG "))
  }
}
