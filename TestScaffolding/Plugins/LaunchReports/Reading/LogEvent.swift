/// What a line of a log says, as far as launching is concerned.
package enum LogEvent: Equatable, Sendable {
  case testStarted(String)
  /// A test ended, by its own account after so many seconds.
  case testEnded(String, seconds: Double?)
  case activity(LoggedActivity)
  /// The test process ended in the middle of a test, which the log may name, and another one goes on.
  case restarted(after: String?)
}

/// One step of a test.
package struct LoggedActivity: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case startTest
    case open(app: String)
    case launch(app: String)
    case terminate(app: String)
    /// The app runs and has come to rest.
    case idle(app: String)
    /// Something else that a launch consists of.
    case preparation
    /// A clean slate in the process that runs, as the driver of this package writes it.
    case liveReset(app: String)
    /// A remark that can appear anywhere.
    case remark
    /// What a test is there for: taps, queries, and all else.
    case action
  }

  /// Seconds since the test began; nil where the log does not know.
  package var time: Double?
  /// How far the step is indented: steps further in are parts of it.
  package var depth: Int
  package var kind: Kind
}

/// An event, and the stream of lines that it belongs to where the log says which.
package struct LogEntry: Equatable, Sendable {
  /// A device, or the number of a test process and its app; empty in logs that do not tell streams apart.
  package var lane: String
  package var event: LogEvent
}
