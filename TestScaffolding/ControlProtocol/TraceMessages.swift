#if DEBUG
/// The answer to `GET /trace`: what the app keeps of itself for the trace of a test. The latest screens and requests of this
/// generation and the one before, the oldest first.
///
/// `?after=UPTIME` leaves out screens that were drawn no later, and requests that were over by then. `?known=NUMBER` leaves out
/// the trees of screens up to that number, which the client has from earlier answers.
package struct TraceReply: Codable, Sendable, Equatable {
  /// What the app has shown from one moment on.
  package struct Screen: Codable, Sendable, Equatable {
    /// Screens that are equal have the same number, as long as it is one of the latest ``latest`` of the process.
    package var number: Int
    /// How many the process had drawn with it: where a number is missing, the screen is no longer there.
    package var drawing: Int
    /// How often the app was reset until it was drawn.
    package var generation: Int
    /// When it was drawn, in seconds since the system was started. All processes count alike.
    package var uptime: Double
    /// Nil if the client knows it.
    package var tree: ElementRecord?

    package init(number: Int, drawing: Int, generation: Int, uptime: Double, tree: ElementRecord?) {
      self.number = number
      self.drawing = drawing
      self.generation = generation
      self.uptime = uptime
      self.tree = tree
    }
  }

  /// How many screens a client has to remember.
  package static let latest = 256
  /// How many drawings of its latest two generations an app keeps.
  package static let mostDrawings = 120
  /// The name of the query item for the number of the last screen that the client knows.
  package static let knownQuery = "known"

  package var screens: [Screen]
  package var requests: [TracedRequest]

  package init(screens: [Screen], requests: [TracedRequest] = []) {
    self.screens = screens
    self.requests = requests
  }
}

/// One request of the app, when it was made, and what was answered. What the app keeps as a secret, what was typed into
/// secure fields, and header fields such as `Authorization` are blanked.
package struct TracedRequest: Codable, Sendable, Equatable {
  /// What came back.
  package struct Answer: Codable, Sendable, Equatable {
    package var headers: [String: String]
    /// What it holds, as text; nil if that is none, or longer than 64 KiB.
    package var text: String?
    /// How many bytes it holds.
    package var bytes: Int

    package init(headers: [String: String], text: String?, bytes: Int) {
      self.headers = headers
      self.text = text
      self.bytes = bytes
    }
  }

  package var request: NetworkRequest
  /// When it was made, in seconds since the system was started. All processes count alike.
  package var uptime: Double
  /// How long it took; nil while it is under way.
  package var nanoseconds: Int?
  package var answer: Answer?

  package init(_ request: NetworkRequest, uptime: Double) {
    self.request = request
    self.uptime = uptime
  }
}
#endif
