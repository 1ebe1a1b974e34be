#if DEBUG
import Foundation

/// `cleanslate report`: one page of what the tests of a run did.
struct RunReportCommand: Subcommand {
  static let name = "report"
  static let summary = "writes one page of what the tests of the latest run did"
  static let usage = """
    USAGE: swift run cleanslate report [--results DIRECTORY] [--output FILE]

      --results DIRECTORY    where the traces are: the folder of all results, of which the latest run counts, or that of
                             a run; by default CLEANSLATE_RESULTS, or TestResults in the current folder
      --output FILE          the page; by default report.html in the folder of all results

    The page is one file that loads nothing. CLEANSLATE_TRACE=on keeps the traces of all tests, without it those of failed
    ones are kept.
    """

  private var results: String?
  private var output: String?

  init(_ words: [String]) throws(UsageError) {
    var words = Words(words)
    while let word = words.next() {
      switch word {
      case "--results": results = try words.value(of: word, "DIRECTORY")
      case "--output": output = try words.value(of: word, "FILE")
      default: throw UsageError(description: "Unknown argument '\(word)'.")
      }
    }
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let results = RunReport.resultsFolder(results, in: surroundings)
    let output = output.map { surroundings.absolute($0) } ?? results + "/report.html"
    let report = try RunReport(ofLatestRunIn: results)
    try report.write(to: output)
    surroundings.write("\(output): \(report.figures)\n")
    for problem in report.problems { surroundings.complain("cleanslate report: \(problem)\n") }
    return Status.success
  }
}

/// Why there is no report.
struct ReportError: FailureWithStatus, Equatable, CustomStringConvertible {
  let description: String
  var status: Int32 { Status.badInput }
}
#endif
