#if DEBUG
import ControlProtocol
import Foundation

/// A page as one file of HTML: its document, with the style and scripts that this refers to, and what else it holds, which no
/// browser takes for anything else. It loads nothing.
struct PageDocument {
  private let document: String

  /// - Parameter name: The file of the document: `report.html`.
  init(_ name: String) {
    let page = WholePage(name) { EmbeddedFiles.texts[$0, default: ""] }
    let policy = [
      "default-src 'none'", page.source(of: "script"), page.source(of: "style"), "img-src data:",
      "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'",
    ].joined(separator: "; ")
    document = page.document.replacing(
      "<!-- policy -->", with: "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">")
  }

  /// The page with its contents in the place that the document has for them.
  func data(with contents: Data) -> Data {
    var page = Data()
    for (index, part) in document.split(separator: "<!-- data -->").enumerated() {
      if index > 0 { page += contents }
      page += Data(part.utf8)
    }
    return page
  }

  /// In JSON, a `<` is part of a text, where it may also be written as a number. So nothing ends the block early.
  static func block(_ id: String, _ json: Data) -> Data {
    var block = Data((blockStart(id) + "\n").utf8)
    block.reserveCapacity(json.count + 128)
    for part in json.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0 { block += Data(#"\u003c"#.utf8) }
      block += part.element
    }
    // What is no text of UTF-8 would become one when the browser reads it, and a zero is not allowed.
    if String(data: block, encoding: .utf8) == nil || block.contains(0) {
      block = Data(String(decoding: block, as: UTF8.self).replacing("\0", with: "\u{FFFD}").utf8)
    }
    return block + Data((blockEnd + "\n").utf8)
  }

  /// The line before the JSON of a block, and what stands behind it.
  static func blockStart(_ id: String) -> String { "<script type=\"application/json\" id=\"\(id)\">" }
  static let blockEnd = "</script>"
}
#endif
