import FeatureGenerator
import Foundation

/// The tool that the plugin runs: `PACKAGE-FOLDER -- WORDS`.
@main
struct NewFeatureTool {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 3, words[1] == "--", !words[2].hasPrefix("-") else {
      complain("Expected one name: swift package new-feature Loyalty")
      exit(64)
    }
    do {
      let name = try FeatureName(words[2])
      let result = try FeatureGenerator(package: words[0]).generate(name)
      print(
        """
        Wrote \(name.feature):
        \(result.files.map { "  \($0)" }.joined(separator: "\n"))

        swift run \(name.sample)
        swift test --filter '\(name.featureTests)|\(name.uiTests)'

        Left for you:
        \(result.leftToDo.map { "  - \($0)" }.joined(separator: "\n"))
        """)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
