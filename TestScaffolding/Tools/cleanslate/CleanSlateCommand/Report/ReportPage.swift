#if DEBUG
import Foundation

/// The page of a report, and the data that it shows.
struct ReportPage {
  private let report: RunReport

  init(_ report: RunReport) { self.report = report }

  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    struct Contents: Encodable {
      let items: [RunReport.Item]
      let problems: [String]
      let costs: String
      let opens: String?
    }
    let contents = try encoder.encode(
      Contents(items: report.items, problems: report.problems, costs: report.costs, opens: report.opens))
    var blocks = PageDocument.block("cs-data", contents)
    for (number, trace) in report.traces.enumerated() {
      blocks += PageDocument.block("cs-trace-\(number)", trace)
    }
    return Self.document.data(with: blocks)
  }

  private static let document = PageDocument("report.html")
}
#endif
