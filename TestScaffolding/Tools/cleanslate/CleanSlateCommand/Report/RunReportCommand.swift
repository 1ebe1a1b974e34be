#if DEBUG
import Foundation
import OperatingSystem
import Records
import ToolOptions

/// `cleanslate report`: one page of what the tests of a run did.
struct RunReportCommand: Subcommand {
  static let name = "report"
  static let summary = "writes one page of what the tests of the latest run did"
  static let usage = ToolUsage(
    "swift run cleanslate report [options]",
    options: [
      ToolOption(
        "--open", "TEST",
        help: "Has the page begin with this test, and opens it by the program that BROWSER names, "
          + "otherwise by xdg-open; the failure of a test says its name."),
      ToolOption(
        "--results", "DIRECTORY",
        help: "Where the traces are: the folder of all results, of which the latest run counts, or that "
          + "of a run; by default CLEANSLATE_RESULTS, or TestResults in the current folder."),
      ToolOption(
        "--output", "FILE",
        help: "The page; by default report.html in the folder of all "
          + "results."),
    ],
    notes: [
      "The page is one file that loads nothing. CLEANSLATE_TRACE=on keeps the traces of all tests, "
        + "without it those of failed ones are kept."
    ])

  private var results: String?
  private var output: String?
  private var test: String?

  init(_ words: [String]) throws(UsageError) {
    var words = ToolWords(words, for: Self.usage)
    while let word = try words.next() {
      switch word {
      case .option("--results", let value): results = value
      case .option("--open", let value): test = value
      case .option(_, let value): output = value
      case .other(let word): throw words.unknown(word)
      }
    }
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let results = try RunReport.resultsFolder(results, in: surroundings)
    let output = try output.map { try surroundings.absolute($0) } ?? results + "/report.html"
    if self.output != nil { try WholeFile.expectFile(at: output) }
    var report = try RunReport(ofLatestRunIn: results)
    if let test { try report.open(test) }
    try report.write(to: output)
    surroundings.write("\(output): \(report.figures)\n\(report.costs)\n")
    for problem in report.problems { surroundings.complain("cleanslate report: \(problem)\n") }
    if test != nil {
      let address = URL(filePath: output).absoluteString
      surroundings.write(
        UserBrowser.open(address, in: surroundings)
          ? "Opening \(address)\n" : "There is no browser to open it with: \(address)\n")
    }
    return Status.success
  }
}

extension RecordError: FailureWithStatus {
  package var status: Int32 { Status.badInput }
}
#endif
