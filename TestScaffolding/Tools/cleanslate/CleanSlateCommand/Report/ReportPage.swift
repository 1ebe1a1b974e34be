#if DEBUG
import AppData
import Foundation

/// The report as one file of HTML: the page's own style and scripts, and the data, which no browser takes for anything
/// else.
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
    var page = Data()
    for (index, part) in Self.document.split(separator: "<!-- data -->").enumerated() {
      if index > 0 {
        page += Self.block("cs-data", contents)
        for (number, trace) in report.traces.enumerated() { page += Self.block("cs-trace-\(number)", trace) }
      }
      page += Data(part.utf8)
    }
    return page
  }

  /// In JSON, a `<` is part of a text, where it may also be written as a number. So nothing ends the block early.
  private static func block(_ id: String, _ json: Data) -> Data {
    var block = Data("<script type=\"application/json\" id=\"\(id)\">\n".utf8)
    block.reserveCapacity(json.count + 128)
    for part in json.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0 { block += Data(#"\u003c"#.utf8) }
      block += part.element
    }
    // What is no text of UTF-8 would become one when the browser reads it, and a zero is not allowed.
    if String(data: block, encoding: .utf8) == nil || block.contains(0) {
      block = Data(String(decoding: block, as: UTF8.self).replacing("\0", with: "\u{FFFD}").utf8)
    }
    return block + Data("</script>\n".utf8)
  }

  /// The text of `report.html`, with the files that it refers to inserted.
  private static let document = text(of: "report.html")
    .replacing("<!-- policy -->", with: "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">")
    .replacing(/<link rel="stylesheet" href="(.+)">/) { "<style>\(text(of: $0.output.1))</style>" }
    .replacing(/<script src="(.+)"><\/script>/) { "<script>\(text(of: $0.output.1))</script>" }

  /// Nothing is loaded, and no script runs but the page's own.
  private static let policy = [
    "default-src 'none'",
    "script-src \(hashes(ofFilesEndingIn: ".js"))",
    "style-src \(hashes(ofFilesEndingIn: ".css"))",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].joined(separator: "; ")

  private static func text(of file: some StringProtocol) -> String {
    EmbeddedFiles.texts[String(file), default: ""]
  }

  private static func hashes(ofFilesEndingIn ending: String) -> String {
    EmbeddedFiles.texts.filter { $0.key.hasSuffix(ending) }.sorted { $0.key < $1.key }
      .map { "'sha256-\(Data(Digest(of: $0.value.utf8).bytes).base64EncodedString())'" }
      .joined(separator: " ")
  }
}
#endif
