#if DEBUG
import Foundation

/// What a client can ask of a running app.
public enum ControlRoute: String, Sendable, CaseIterable {
  /// Returns the app's name, version, screen and state.
  case status
  /// Returns the elements on the screen.
  case tree
  /// Returns what the app keeps for the trace of a test: its latest screens and requests.
  case trace
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
  /// Gives the app a clean slate, or a named state.
  case reset
  /// Lists the named states of the app.
  case states
  /// Saves what the app keeps as a named state.
  case saveState
  /// Deletes a named state.
  case deleteState
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
  /// Returns what the app showed before a step of the recording.
  case shown
  /// Says that a test has failed and waits with the app as it is; ends that; or waits for its end.
  case pause
  /// Ends the app.
  case quit

  /// The path in a request: `/tap`.
  public var path: String {
    switch self {
    case .saveState: Self.states.path
    case .deleteState: "\(Self.states.path)/\(Self.placeholder)"
    case .setNetwork, .clearNetwork: Self.network.path
    default: "/" + rawValue
    }
  }

  /// What stands in a path for a name, as in `/states/NAME`.
  public static let placeholder = "NAME"

  /// Whether a name stands in the path.
  package var hasName: Bool { path.hasSuffix(Self.placeholder) }

  /// Returns the path with the name in the place of the placeholder, percent-encoded.
  public func path(for name: String?) -> String {
    guard let name, hasName else { return path }
    return path.dropLast(Self.placeholder.count) + Self.escaped(name)
  }

  /// Returns the text as it may stand anywhere in a path or a query.
  package static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
  }

  /// Returns the name that stands in the path for the placeholder, an empty one if the route has none; nil if the path
  /// is not of this route.
  public func name(in path: String) -> String? {
    guard hasName else { return path == self.path ? "" : nil }
    // By bytes: a name may begin with a mark that would join the slash before it.
    let (beginning, path) = (self.path.utf8.dropLast(Self.placeholder.utf8.count), path.utf8)
    return path.starts(with: beginning) && path.count > beginning.count
      ? String(path.dropFirst(beginning.count)) : nil
  }

  /// The items that the query of a request may have, besides the one that all may have.
  package var queryItems: [String] {
    switch self {
    case .tree: [TreeQuery.afterName, TreeQuery.timeoutName, TreeQuery.idleName]
    case .network, .resets: [TreeQuery.afterName, TreeQuery.timeoutName]
    case .trace: [TreeQuery.afterName, TraceReply.knownQuery]
    case .log: [TreeQuery.afterName]
    case .objects: ["living"]
    case .contents: ["part", "name"]
    case .record, .recording, .expect, .steps: [RecordingReply.nameQuery]
    case .shown: ["step"]
    case .status, .tap, .type, .keys, .back, .open, .clock, .setNetwork, .clearNetwork, .exchanges, .reset,
      .states, .saveState, .deleteState, .leaks, .data, .setup, .queries, .pause, .quit:
      []
    }
  }

  /// The HTTP method of the request: `GET` if it only reads, `DELETE` if it takes something away, otherwise `POST`.
  public var method: String {
    switch self {
    case .status, .tree, .trace, .network, .exchanges, .states, .resets, .leaks, .objects, .data, .setup,
      .queries, .contents, .log, .recording, .shown:
      "GET"
    case .tap, .type, .keys, .back, .open, .clock, .setNetwork, .reset, .saveState, .record, .expect, .steps,
      .pause, .quit:
      "POST"
    case .clearNetwork, .deleteState: "DELETE"
    }
  }
}
#endif
