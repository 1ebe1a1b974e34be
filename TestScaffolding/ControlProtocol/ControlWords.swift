#if DEBUG
/// The scaffolding's options on a command line, each as `--name value` or `--name=value`. The app and the driver both read
/// them here.
package struct ControlWords: Sendable {
  private var given: [ControlOption: [String?]] = [:]

  package init(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = Self.options[parts.first.map(String.init) ?? ""] else { continue }
      var value = parts.count == 2 ? String(parts[1]) : nil
      // An option in the place of a value was meant as an option.
      if value == nil, option.valueName != nil, rest.first?.hasPrefix("--") == false {
        value = rest.popFirst()
      }
      given[option, default: []].append(value)
    }
  }

  package func contains(_ option: ControlOption) -> Bool { given[option] != nil }
  package func value(of option: ControlOption) -> String? { given[option]?.first.flatMap(\.self) }
  package func values(of option: ControlOption) -> [String] { given[option, default: []].compactMap(\.self) }

  private static let options = Dictionary(uniqueKeysWithValues: ControlOption.allCases.map { ($0.name, $0) })
}
#endif
