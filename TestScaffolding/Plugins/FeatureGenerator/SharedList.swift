/// A list of the repository in which each feature has its lines, besides the manifest.
struct SharedList {
  /// Where new lines go.
  enum Place {
    case before(String)
    case afterLast(String)
  }

  /// The path below the top of the package.
  let path: String
  let lines: String
  let place: Place

  /// Who is asked to review the feature, and what the documentation says of the modules.
  static func all(for name: FeatureName, owners: String) -> [SharedList] {
    let modules = "docs/architecture.md"
    return [
      SharedList(
        path: "CODEOWNERS",
        lines: """
          /Features/\(name.feature)/ \(owners)
          /SampleApps/\(name.sample)/ \(owners)
          /Tests/\(name.featureTests)/ \(owners)
          /Tests/\(name.sample)*/ \(owners)


          """, place: .before("/TestScaffolding/")),
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

  /// Returns the text with the lines in it, or nothing where the text has no such place.
  func added(to text: String) -> String? {
    var all = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index: Int? =
      switch place {
      case .before(let words): all.firstIndex { $0.hasPrefix(words) }
      case .afterLast(let words): all.lastIndex { $0.contains(words) }.map { $0 + 1 }
      }
    guard let index else { return nil }
    all.insert(
      contentsOf: lines.dropLast().split(separator: "\n", omittingEmptySubsequences: false), at: index)
    return all.joined(separator: "\n")
  }
}
