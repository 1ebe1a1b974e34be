#if DEBUG
/// What the values of `--network` ask for, all together.
package struct NetworkChoice: Sendable, Equatable {
  /// The values that are no file and no list.
  package enum Word: String, CaseIterable, Sendable { case allow, record }

  /// Whether the app may ask other machines than this one although it serves tests.
  package private(set) var allows = false
  /// Whether what servers answer is kept.
  package private(set) var records = false
  /// The paths of recordings.
  package private(set) var recordings: [String] = []
  /// Lists of routes, as JSON.
  package private(set) var lists: [String] = []

  package init(_ words: ControlWords) {
    for value in words.values(of: .network) {
      switch Word(rawValue: value) {
      case .allow: allows = true
      case .record: records = true
      case nil:
        if let first = value.first(where: { !$0.isWhitespace }), "[{".contains(first) {
          lists.append(value)
        } else {
          recordings.append(value)
        }
      }
    }
  }

  /// Whether somebody has said how requests are answered.
  package var answers: Bool { !recordings.isEmpty || !lists.isEmpty }
}
#endif
