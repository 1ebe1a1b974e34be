import OperatingSystem

/// What a test could say of an app's screen instead of what it says: a line of the suggestions of a run.
package struct Suggestion: Codable, Hashable, Sendable {
  package var version = TestRecord.version
  /// The full path of the source.
  package var file: String
  package let line: Int
  /// The function that the test calls there; the text is its last argument.
  package let call: String
  package let old: String
  package private(set) var new: String
  /// A fingerprint of the source as it was when the test ran.
  package var source: String?
  /// Whether the source has it now; nil if nobody has accepted it.
  package var isAccepted: Bool?

  package init(file: String, line: Int, call: String, old: String, new: String) {
    (self.file, self.line, self.call, self.old, self.new) = (file, line, call, old, new)
  }

  package static func fingerprint(ofSource path: String) -> String? {
    (try? Descriptor.contents(ofFile: path)).map { Fingerprint(of: $0).text }
  }

  /// That of a source of a program; that of none if it was edited since, or is gone.
  package static func fingerprint(
    ofBuiltSource path: String, in program: BuiltProgram = .this
  ) -> String {
    let isOlder = try? program.isOlder(than: path)
    return isOlder == false ? fingerprint(ofSource: path) ?? edited : edited
  }

  private static let edited = "edited"

  /// The same, whatever the source was.
  package var content: Suggestion {
    var content = self
    content.source = nil
    return content
  }

  /// Takes note of an equal one that another process has made.
  package mutating func merge(_ other: Suggestion) { if source != other.source { source = Self.edited } }

  /// Whether the test says what was shown: kept because something else may have been shown there as well.
  package var fits: Bool { old == new }

  /// What is to be changed, only to be compared: the same for all suggestions for one text.
  package var target: Suggestion {
    var target = content
    (target.new, target.isAccepted) = ("", nil)
    return target
  }

  package var place: SourcePlace { SourcePlace(file: file, line: line) }
}
