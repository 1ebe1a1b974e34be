/// What the words after `swift package new-feature` ask for.
package enum GeneratorRequest: Equatable, Sendable {
  case help
  case write(FeatureName)
  /// Says what would be written, and writes nothing.
  case preview(FeatureName)

  /// The words make no sense.
  package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Reads the words; a name that cannot be used is a `GeneratorError`.
  package init(_ words: [String]) throws {
    if words.contains("--help") || words.contains("-h") {
      self = .help
      return
    }
    let names = words.filter { $0 != "--dry-run" }
    if let option = names.first(where: { $0.hasPrefix("-") }) {
      throw UsageError(description: "Unknown option '\(option)'.\n\n\(Self.usage)")
    }
    guard let name = names.first, names.count == 1 else {
      throw UsageError(description: "Expected one name.\n\n\(Self.usage)")
    }
    let feature = try FeatureName(name)
    self = names.count == words.count ? .write(feature) : .preview(feature)
  }

  package static let usage = """
    USAGE: swift package new-feature NAME [--dry-run]

    Writes a feature with one screen that works, its sample app, its unit tests and
    its UI tests, and adds them to Package.swift, to CODEOWNERS and to the table of
    modules. It writes all of it or nothing, and over nothing that is there.

    EXAMPLE:
      swift package new-feature GiftCards

    OPTIONS:
      NAME        One word in upper camel case, such as Loyalty or GiftCards.
      --dry-run   Lists what would be written, and writes nothing.
      -h, --help  Shows this help and ends.
    """
}
