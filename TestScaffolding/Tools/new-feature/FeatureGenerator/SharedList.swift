import Foundation

/// A file of the repository in which each feature has lines of its own.
struct SharedList {
  /// Where to insert the new lines.
  enum Place {
    case before(String)
    case afterLast(String)
  }

  /// The path relative to the package.
  let path: String
  let lines: String
  let place: Place

  /// Returns the reviewers' list and the table of modules in the documentation.
  static func all(for name: FeatureName, owners: String) -> [SharedList] {
    let modules = "docs/architecture.md"
    return [
      SharedList(
        path: "CODEOWNERS",
        lines: [
          "/Features/\(name.feature)/", "/SampleApps/\(name.sample)/", "/Tests/\(name.featureTests)/",
          "/Tests/\(name.uiTests)/",
        ]
        .map { $0.padding(toLength: max($0.count, 32), withPad: " ", startingAt: 0) + " \(owners)\n" }
        .joined() + "\n", place: .before("/TestScaffolding/")),
      SharedList(
        path: modules, lines: "    \(name.feature) --> AppRuntime\n",
        place: .afterLast("Feature --> AppRuntime")),
      SharedList(
        path: modules, lines: "    \(name.sample) --> SampleAppKit & \(name.feature)\n",
        place: .afterLast(" --> SampleAppKit & ")),
      SharedList(
        path: modules, lines: "| `Features/\(name.feature)` | What the feature does, in a line |\n",
        place: .afterLast("| `Features/")),
      SharedList(
        path: modules, lines: "| `SampleApps/\(name.sample)` | The feature as an app |\n",
        place: .afterLast("| `SampleApps/Sample")),
    ]
  }

  /// Returns the text with the lines added; nil if the text has no suitable place.
  func added(to text: String) -> String? {
    // On Windows, each line ends with one character more.
    var all = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let index: Int? =
      switch place {
      case .before(let words): all.firstIndex { $0.hasPrefix(words) }
      case .afterLast(let words): all.lastIndex { $0.contains(words) }.map { $0 + 1 }
      }
    guard let index else { return nil }
    let end = all[max(0, index - 1)].unicodeScalars.last == "\r" ? "\r" : ""
    let new = lines.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    all.insert(contentsOf: new.map { $0 + end }, at: index)
    return all.joined(separator: "\n")
  }
}
