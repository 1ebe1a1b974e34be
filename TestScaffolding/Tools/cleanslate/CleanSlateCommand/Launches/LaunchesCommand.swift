import Foundation
import ToolOptions

/// `cleanslate launches`: what launching apps cost in a run of XCUITest, from its log.
struct LaunchesCommand: Subcommand {
  static let name = "launches"
  static let summary = "says what launching apps cost in runs of XCUITest, from their logs"
  private static let call = "cleanslate launches LOG…"
  static let usage = ToolUsage(
    "\(call) [options]",
    options: [
      ToolOption(
        "LOG",
        help: "The raw output of 'xcodebuild test'; '-' is standard input. A formatter such as xcbeautify "
          + "leaves the launches out: give the log from before it."),
      ToolOption(
        "--top", "N", example: "20",
        help: "How many of the tests that spend most on launching are shown; 20 by default."),
    ],
    notes: [
      "The status is 65 if a log cannot be read, or has no launch. What launches and resets cost in a run "
        + "of AppDriver is in 'cleanslate report'."
    ])

  private let logs: [String]
  private var top = 20

  init(_ words: [String]) throws(UsageError) {
    let words = try GivenWords(words, for: Self.usage, call: Self.call, operands: ["LOG…"])
    logs = words.operands
    guard let value = words.value(of: "--top") else { return }
    guard let number = Int(value), 1...100_000 ~= number else {
      throw UsageError(description: "'\(value)' is no number of tests: expected one from 1 to 100000.")
    }
    top = number
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    var status = Status.success
    for log in logs {
      let label = log == "-" ? "standard input" : URL(filePath: log).lastPathComponent
      let report = try LaunchLog(path: log == "-" ? log : surroundings.absolute(log)).report()
      if report.launches > 0 {
        surroundings.write((log == logs.first ? "" : "\n") + report.text(label: label, limit: top))
      } else {
        surroundings.complain(Self.explanation(of: report, label: label))
        status = Status.badInput
      }
    }
    return status
  }

  private static func explanation(of report: LaunchReport, label: String) -> String {
    let found =
      report.tests.isEmpty ? "no test" : Amount.count(report.tests.count, "test") + ", but no launch"
    return """
      \(label) has \(found). Expected lines such as
          Test Case '-[Suite test]' started.
              t =     0.04s Open net.example.App
      as xcodebuild prints them for UI tests.

      """
  }
}
