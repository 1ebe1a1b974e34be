import FeatureGenerator
import Foundation
import ToolOptions

/// The tool that the plugin runs: `PACKAGE-FOLDER -- WORDS`.
@main
struct NewFeatureTool {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count > 1, words[1] == "--" else {
      complain("Run this as 'swift package new-feature'.")
      exit(64)
    }
    let generator = FeatureGenerator(package: words[0])
    do {
      switch try GeneratorRequest(Array(words.dropFirst(2))) {
      case .help: print(GeneratorRequest.usage.text)
      case .write(let name, let isDryRun):
        let result = try generator.generate(name, isDryRun: isDryRun)
        report(result, isDryRun ? "A dry run: this would write" : "Wrote", name)
      }
    } catch {
      let isUsage = error is UsageError
      complain("\(error)" + (isUsage ? " See 'swift package new-feature --help'." : ""))
      exit(isUsage ? 64 : 1)
    }
  }

  private static func report(_ result: FeatureGenerator.Result, _ verb: String, _ name: FeatureName) {
    print(
      """
      \(verb) \(name.feature):
      \(result.files.map { "  \($0)" }.joined(separator: "\n"))

      \(name.commands)

      Left for you:
      \(result.leftToDo.map { "  - \($0)" }.joined(separator: "\n"))
      """)
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
