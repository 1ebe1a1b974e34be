internal import Foundation

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

  /// Reads a file whose lines a build tool writes into a literal that only a debug build sees.
  package init(embedding text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    literals = lines.enumerated().compactMap { number, line in
      let text = line.trimmingCharacters(in: .whitespaces)
      return text.isEmpty ? nil : Item(text: text, line: number + 1, isGated: true)
    }
    types = []
    words = []
  }
}
