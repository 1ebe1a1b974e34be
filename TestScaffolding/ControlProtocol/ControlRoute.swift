#if DEBUG
/// What a client can ask of a running app.
public enum ControlRoute: String, Sendable, CaseIterable {
  /// Returns the app's name, version, screen and state.
  case status
  /// Returns the elements on the screen.
  case tree
  /// Returns the latest screens, as they were drawn.
  case screens
  /// Presses an element.
  case tap
  /// Types into a field.
  case type
  /// Presses keys that are not meant for a field.
  case keys
  /// Goes back to the previous screen.
  case back
  /// Opens a deep link.
  case open
  /// Pauses, moves or resumes the app's clock.
  case clock
  /// Lists the app's requests, and how they are answered.
  case network
  /// Has requests answered in a way.
  case setNetwork
  /// Has requests answered by their servers again.
  case clearNetwork
  /// Returns what the app and its servers have said to each other, if that is recorded.
  case exchanges
  /// Gives the app a clean slate.
  case reset
  /// Returns the outcomes of the latest resets, whatever triggered them.
  case resets
  /// Returns what survived the latest reset although it should be gone.
  case leaks
  /// Returns the number of objects of each class, and the memory in use.
  case objects
  /// Lists the data that the app keeps.
  case data
  /// Returns the flags and situations that the app can be started with, and the current ones.
  case setup
  /// Returns the Swift expressions that find the elements on the screen.
  case queries
  /// Returns the beginning of one item of the app's data.
  case contents
  /// Returns the latest events.
  case log
  /// Begins or ends a recording.
  case record
  /// Returns what was recorded, as the source of a test.
  case recording
  /// Adds an expectation to the recording.
  case expect
  /// Replaces the steps of the recording.
  case steps
  /// Ends the app.
  case quit

  /// The path in a request: `/tap`.
  public var path: String {
    switch self {
    case .setNetwork, .clearNetwork: Self.network.path
    default: "/" + rawValue
    }
  }

  /// The HTTP method of the request: `GET` if it only reads, `DELETE` if it takes something away, `POST` for other changes.
  public var method: String {
    switch self {
    case .status, .tree, .screens, .resets, .leaks, .objects, .data, .setup, .queries, .contents, .log,
      .recording, .network, .exchanges:
      "GET"
    case .tap, .type, .keys, .back, .open, .clock, .reset, .record, .expect, .steps, .quit,
      .setNetwork:
      "POST"
    case .clearNetwork: "DELETE"
    }
  }
}
#endif
