import Foundation

/// The tool that the plugin runs: `OUTPUT FILE...`.
@main
struct EmbedPageTool {
  static func main() throws {
    let files = CommandLine.arguments.dropFirst(2).map { URL(filePath: $0) }
    let texts = try files.map {
      (name: $0.lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8))
    }
    let output = URL(filePath: CommandLine.arguments[1])
    let source = EmbeddedFiles.source(of: texts)
    // What is as it was is not to be compiled again.
    if (try? String(contentsOf: output, encoding: .utf8)) == source { return }
    try source.write(to: output, atomically: true, encoding: .utf8)
  }
}

/// Writes texts into a Swift source file that is only compiled in debug builds.
package enum EmbeddedFiles {
  /// Returns the source, with each text under its file's name.
  package static func source(of files: [(name: String, text: String)]) -> String {
    let entries = files.sorted { $0.name < $1.name }.map { file in
      "    \"\(file.name)\": \(literal(file.text)),\n"
    }
    return """
      #if DEBUG
      enum EmbeddedFiles {
        static let texts: [String: String] = [
      \(entries.joined())  ]
      }
      #endif

      """
  }

  /// Returns a raw string literal with enough hashes that nothing in the text ends or escapes it.
  private static func literal(_ text: String) -> String {
    var hashes = "#"
    while text.contains("\"\"\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
    return "\(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)"
  }
}
