import Foundation
import ReleaseProof
import ToolOptions

/// The tool that the plugin runs: `plan GRAPH -- WORDS`, then `check GRAPH FOLDER NAME=FILE... -- WORDS`.
@main
struct VerifyReleaseTool {
  static func main() {
    let parts = CommandLine.arguments.dropFirst().split(
      separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    let own = Array(parts.first ?? [])
    let words = parts.count == 2 ? Array(parts[1]) : []
    do {
      switch (own.first, own.count) {
      case ("plan", 2):
        for name in try VerifyRelease(graphFile: own[1], arguments: words).plan() { write(name + "\n") }
      case ("check", 3...):
        let files = own.dropFirst(3).map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        let isClean = try VerifyRelease(graphFile: own[1], arguments: words).check(
          files: Dictionary(files.map { ($0[0], $0.last ?? "") }) { first, _ in first },
          workFolder: own[2], write: write)
        exit(isClean ? 0 : 1)
      default:
        throw UsageError(description: "Run this as 'swift package verify-release'.")
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(error is UsageError ? 64 : 1)
    }
  }

  private static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
