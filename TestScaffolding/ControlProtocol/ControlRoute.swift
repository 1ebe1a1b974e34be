#if DEBUG
/// What a client can ask of a running app.
public enum ControlRoute: String, Sendable, CaseIterable {
  /// Who the app is and how it is.
  case status
  /// The elements on the screen.
  case tree
  /// Presses an element.
  case tap
  /// Types into a field.
  case type
  /// Strokes keys that are meant for no field.
  case keys
  /// Leaves the screen for the one before it.
  case back
  /// Opens a deep link.
  case open
  /// Gives the app a clean slate.
  case reset
  /// What came of the latest resets, whoever asked for them.
  case resets
  /// What outlived the latest reset.
  case leaks
  /// How many objects of each class the app holds, and how much memory.
  case objects
  /// What the app keeps.
  case data
  /// With what the app can be begun anew: its flags and situations, and what holds now.
  case setup
  /// The Swift expressions that find the elements on the screen.
  case queries
  /// The beginning of something that the app keeps.
  case contents
  /// What happened lately.
  case log
  /// Begins or ends a recording.
  case record
  /// What was recorded, as a test.
  case recording
  /// Ends the app.
  case quit

  /// The path in a request: `/tap`.
  public var path: String { "/" + rawValue }

  /// The method of a request: `GET` for what only looks, `POST` for what changes the app.
  public var method: String {
    switch self {
    case .status, .tree, .resets, .leaks, .objects, .data, .setup, .queries, .contents, .log,
      .recording:
      "GET"
    case .tap, .type, .keys, .back, .open, .reset, .record, .quit: "POST"
    }
  }
}
#endif
