package import ToolOptions

/// The name of a new feature, and the names derived from it.
package struct FeatureName: Sendable, Equatable {
  /// The name as people write it: `Loyalty`.
  let name: String

  /// Creates a name, or throws if it cannot be used.
  package init(_ name: String) throws(ToolFailure) {
    let hint = "Expected one word in upper camel case, such as 'Loyalty' or 'GiftCards'."
    guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]+/) != nil else {
      throw ToolFailure("'\(name)' cannot be the name of a feature. \(hint)")
    }
    guard name.count <= Self.longest else {
      throw ToolFailure("'\(name)' is longer than \(Self.longest) letters. \(hint)")
    }
    for ending in ["Feature", "Session", "Screen", "Tests"] where name.hasSuffix(ending) {
      throw ToolFailure(
        "'\(name)' should not end in '\(ending)', which is added. \(hint)")
    }
    guard !Self.reserved.contains(name.lowercased()) else {
      throw ToolFailure("'\(name)' means something else in Swift or in the manifest. \(hint)")
    }
    self.name = name
  }

  package var feature: String { "\(name)Feature" }
  package var sample: String { "Sample\(name)" }
  package var featureTests: String { "\(feature)Tests" }
  package var uiTests: String { "\(sample)UITests" }
  /// The name as a variable: `giftCards`.
  var variable: String { name.prefix(1).lowercased() + name.dropFirst() }
  var sampleVariable: String { "sample\(name)" }
  /// The name in identifiers, keys and links: `gift-cards`.
  var slug: String {
    name.reduce(into: "") { slug, character in
      if character.isUppercase && !slug.isEmpty { slug += "-" }
      slug += character.lowercased()
    }
  }

  /// How its team runs the feature and its tests, whatever team the shell names.
  package var commands: String {
    """
    CLEANSLATE_TEAM=\(name) swift run \(sample)
    CLEANSLATE_TEAM=\(name) swift test
    """
  }

  private static let longest = 40
  private static let reserved = keywords.union([
    "any", "app", "core", "exit", "feature", "features", "module", "modules", "package", "sample",
    "scaffolding", "support", "target", "tests", "tool", "tooling", "type",
  ])
  /// The keywords of Swift, which cannot be the name of a variable.
  private static let keywords: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
    "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
  ]
}
