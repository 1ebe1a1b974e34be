package import ToolOptions

/// What the words after `swift package new-feature` ask for.
package enum GeneratorRequest: Equatable, Sendable {
  case help
  /// A dry run says what would be written, and writes nothing.
  case write(FeatureName, isDryRun: Bool)

  /// Reads the words; a name that cannot be used is a `ToolFailure`.
  package init(_ words: [String]) throws {
    if words.contains("--help") || words.contains("-h") {
      self = .help
      return
    }
    let words = try GivenWords(words, for: Self.usage, call: Self.call, operands: ["NAME"])
    self = .write(try FeatureName(words.operands[0]), isDryRun: words.has("--dry-run"))
  }

  private static let call = "swift package new-feature NAME"
  package static let usage = ToolUsage(
    "\(call) [options]",
    about: [
      "Writes a feature with one screen that works, its sample app, its unit tests and its UI tests, and adds them to "
        + "Package.swift, to CODEOWNERS and to the table of modules. It writes all of it or nothing, and over "
        + "nothing that is there.",
      "EXAMPLE:\n  swift package new-feature GiftCards",
    ],
    options: [
      ToolOption("NAME", help: "One word in upper camel case, such as Loyalty or GiftCards."),
      ToolOption("--dry-run", help: "Lists what would be written, and writes nothing."),
    ])
}
