import Foundation
import TestSupport
import Testing
import ToolOptions

@testable import CleanSlateCommand

@Suite("cleanslate launches")
struct LaunchesCommandTests {
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

  private func run(_ words: String...) -> (status: Int32, output: String, errors: String) {
    var (output, errors) = ("", "")
    let surroundings = Surroundings(
      folder: folder, environment: [:], write: { output += $0 }, complain: { errors += $0 })
    let status = Command(in: surroundings).run(["launches"] + words)
    return (status, output, errors)
  }

  @Test("says of each log what launching has cost, in all and of each test")
  func text() throws {
    let one = """
      ui.log: 1 test, 1 run, 1 launch of 1 app.
      2.50 s of 4.00 s went into launching (62.5%).

          launching       in all  launches  test
             2.50 s       4.00 s         1  CartTests.testAdds

      """
    let outcome = run("ui.log")
    #expect(outcome == (0, one, ""))
    #expect(run("ui.log", "\(folder)/ui.log").output == one + "\n" + one)
  }

  @Test("shows the tests that spend most first, how much the others do, and each of several apps")
  func top() throws {
    let tests = (1...4).map {
      """
      Test Case 'S.t\($0)' started.
          t =     1.00s Launch app.\($0 % 2)
          t =     1.50s Wait for app.\($0 % 2) to idle
          t =     \(1 + $0).00s Tap "x"
      Test Case 'S.t\($0)' passed (10 seconds).

      """
    }
    try write(tests.joined(), to: "four.log")
    let lines = run("four.log", "--top", "2").output.split(separator: "\n")
    #expect(lines[2] == "app.1: 2 launches, 4.00 s in all, 2.00 s each")
    #expect(lines[5].hasSuffix(" S.t4") && lines[6].hasSuffix(" S.t3"))
    #expect(lines[7] == "and 2 more tests with 3.00 s")
  }

  @Test("says how far the figures can be trusted")
  func remarks() throws {
    try write("Test Case 'S.t' started.\n    t =     1.00s Launch a.b\n", to: "cut.log")
    #expect(
      run("cut.log").output.hasSuffix(
        """
        - 1 run without an end (a crash, or the end of the log); the time is what the log shows.
        - 1 launch that never came to rest; counted as long as the test goes on.

        """))
  }

  @Test("says that a log has no launches, and what it looked for")
  func noLaunches() throws {
    try write("Test Case 'S.t' started.\nTest Case 'S.t' passed (1 seconds).\n", to: "unit.log")
    let outcome = run("unit.log")
    #expect(outcome.status == 65 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("unit.log has 1 test, but no launch. Expected lines such as\n"))
    try write("", to: "empty.log")
    #expect(run("empty.log").errors.hasPrefix("empty.log has no test. "))
  }

  @Test("says which log cannot be read")
  func failures() {
    let outcome = run("none.log")
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("cleanslate launches: There is no log '\(folder)/none.log': "))
    #expect(run(folder).errors.contains(" is a folder: "))
  }

  @Test(
    "writes times for people",
    arguments: [
      (0, "0 s"), (0.00053, "0.53 ms"), (0.25, "0.25 s"), (59.99, "59.99 s"), (59.999, "1 min 0 s"),
      (3723.2, "62 min 3 s"), (1e18, "16666666666666666 min 0 s"),
    ])
  func times(seconds: Double, text: String) { #expect(Amount.time(seconds) == text) }

  @Test(
    "refuses words that make no sense",
    arguments: [
      ([], "Missing LOG…: expected 'cleanslate launches LOG…'."), (["--top"], "Missing value after '--top'"),
      (["a", "--top", "0"], "'0' is no number of tests"),
      (["a", "--tip"], "Unknown option '--tip'. Did you mean '--top'?"),
    ] as [([String], String)])
  func usage(words: [String], problem: String) {
    let error = #expect(throws: UsageError.self) { try LaunchesCommand(words) }
    #expect(error?.description.hasPrefix(problem) == true)
  }
}
