#if DEBUG
import Foundation
import OperatingSystem
import Records
import ToolOptions

/// `cleanslate report`: one page of what the tests of a run did.
struct ReportCommand: Subcommand {
  static let name = "report"
  static let summary = "writes one page of what the tests of the latest run did"
  static let usage = ToolUsage(
    "cleanslate report [options]",
    options: [
      ToolOption(
        "--open", "TEST",
        help:
          "Opens the page at this test, with the program that BROWSER names, otherwise with xdg-open; the "
          + "message of a failed test has this command."),
      ToolOption(
        "--results", "DIRECTORY",
        help: "Where the traces are: the folder of all results, of which the latest run counts, or that "
          + "of a run; by default CLEANSLATE_RESULTS, or TestResults in the package."),
      ToolOption("--output", "FILE", help: "The page; by default report.html in the folder of '--results'."),
    ],
    notes: [
      "The page is one file that loads nothing. CLEANSLATE_TRACE=on keeps the traces of all tests, "
        + "without it those of failed ones are kept."
    ])

  private let words: GivenWords

  init(_ words: [String]) throws(UsageError) { self.words = try GivenWords(words, for: Self.usage) }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let (given, test) = (words.value(of: "--output"), words.value(of: "--open"))
    let results = try surroundings.resultsFolder(words.value(of: "--results"))
    let output = try given.map { try surroundings.absolute($0) } ?? "\(results)/\(ReportPage.fileName)"
    if given != nil { try WholeFile.expectFile(at: output) }
    var report = try ReportPage(ofLatestRunIn: results)
    if let test { try report.open(test) }
    try report.write(to: output)
    surroundings.write("\(output): \(report.figures)\n\(report.costs)\n")
    for problem in report.problems + report.remarks {
      surroundings.complain("cleanslate report: \(problem)\n")
    }
    if test != nil {
      let address = URL(filePath: output).absoluteString
      surroundings.write(
        UserBrowser.open(address, in: surroundings)
          ? "Opening \(address)\n" : UserBrowser.advice(for: address, in: surroundings) + "\n")
    }
    return Status.success
  }
}
#endif
