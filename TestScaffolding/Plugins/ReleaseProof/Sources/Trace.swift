/// Something that the scaffolding would leave in a binary that contains it.
package struct Trace: Sendable, Equatable {
  /// How a trace looks in a binary.
  package enum Kind: String, Sendable {
    /// The name of a module, anywhere, also inside of a mangled name or a path.
    case module
    /// The name of a type, as a string of its own.
    case type
    /// The text of a literal, anywhere, or as a number in the machine code.
    case literal
  }

  package let kind: Kind
  package let text: String
  /// The file and line that it comes from, where known.
  package let source: String?

  /// Creates a trace.
  package init(_ kind: Kind, _ text: String, source: String? = nil) {
    self.kind = kind
    self.text = text
    self.source = source
  }
}
