/// What a Swift source can leave behind in a binary: its string literals and the names of its types.
package struct SwiftSource: Sendable, Equatable {
  /// A literal, or the part of one between two interpolations or line ends, or the name of a type.
  package struct Item: Sendable, Equatable {
    package let text: String
    package let line: Int
    /// Whether it stands where only a debug build sees it.
    package let isGated: Bool

    package init(text: String, line: Int, isGated: Bool) {
      self.text = text
      self.line = line
      self.isGated = isGated
    }
  }

  package let literals: [Item]
  package let types: [Item]
  /// The names and keywords outside of literals and comments, where not only a debug build sees them.
  package let words: Set<String>

  /// Reads a source. The reader knows comments, literals and conditions, and no more of the grammar than that.
  package init(_ text: String) {
    var reader = SwiftSourceReader(text)
    reader.readCode(inInterpolation: false)
    literals = reader.literals
    types = reader.types
    words = reader.words
  }
}
