/// A reason why an executable must not ship.
package struct Finding: Sendable, Equatable {
  /// What was looked at.
  package enum Kind: String, Sendable, CaseIterable {
    case edge, source, library, symbol, string, behaviour, unreadable
  }

  package let kind: Kind
  /// The offending edge, symbol, string or answer.
  package let what: String
  /// Where it is: a section, a symbol table, the manifest.
  package let place: String
  /// The source that it comes from, where known.
  package let source: String?

  /// Creates a finding.
  package init(_ kind: Kind, _ what: String, in place: String, from source: String? = nil) {
    self.kind = kind
    self.what = what
    self.place = place
    self.source = source
  }
}
