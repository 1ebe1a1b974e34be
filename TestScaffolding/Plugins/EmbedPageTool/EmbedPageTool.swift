import Foundation

/// What the plugin runs: `OUTPUT FILE...`.
@main
struct EmbedPageTool {
  static func main() throws {
    let files = CommandLine.arguments.dropFirst(2).map { URL(filePath: $0) }
    let texts = try files.map {
      (name: $0.lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8))
    }
    try EmbeddedFiles.source(of: texts)
      .write(to: URL(filePath: CommandLine.arguments[1]), atomically: true, encoding: .utf8)
  }
}
