import ElementTree

/// Something that differs between two runs of the same journey by design.
///
/// Nothing is excluded from what is compared right after a reset.
struct Exclusion: Sendable {
  /// Elements whose words and identifiers tell the time.
  var elements: @Sendable (Element) -> Bool = { _ in false }
  /// Keys of kept JSON objects whose values tell the time.
  var keys: [String] = []
  /// An entry whose digest cannot be the same.
  var entry: (part: String, name: String)?

  /// What differs in journeys, because apps run on the real clock.
  static let clock: [Exclusion] = [
    // The times of delivery on offer begin 40 minutes from now.
    Exclusion(
      elements: { $0.identifier?.hasPrefix("time-") == true && $0.identifier != "time-soon" }),
    // An order says when it was placed, until when it can be cancelled, and when it comes.
    Exclusion(elements: { ["placed", "status", "cancel-until"].contains($0.identifier) }),
    // A note says when it was written, to the minute.
    Exclusion(elements: { $0.identifier == "note-history" }),
    // What is written is kept with the time of its writing.
    Exclusion(keys: ["placedAt", "writtenAt", "editedAt", "cancelledAt"]),
    // The token of a session is made of the time of its beginning, and kept with that of its end.
    Exclusion(entry: ("secrets", "session")),
  ]

  /// Returns the tree without what tells the time.
  func mask(_ tree: Element) -> Element {
    tree.mapElements { element in
      guard elements(element) else { return }
      element.label = "(a time)"
      element.identifier = element.identifier?.filter { !$0.isNumber }
    }
  }

  /// Returns the text of a file without what tells the time.
  func mask(_ text: String) throws -> String {
    try keys.reduce(text) { text, key in
      text.replacing(try Regex("\"\(key)\":[^,}]*"), with: "\"\(key)\":(a time)")
    }
  }

  func hides(_ name: String, in part: String) -> Bool {
    entry.map { part.hasPrefix($0.part) && name.contains($0.name) } ?? false
  }
}
