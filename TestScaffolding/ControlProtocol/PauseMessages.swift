#if DEBUG
/// A test that has failed and waits, so that somebody can look at its app.
public struct PauseNote: Codable, Sendable, Equatable {
  public var test: String
  /// What went wrong.
  public var message: String
  /// The statement that failed, as in `BasketTests.swift:7`.
  public var place: String?

  public init(test: String, message: String, place: String? = nil) {
    self.test = test
    self.message = message
    self.place = place
  }
}

/// The body of `POST /pause`: one of its fields.
public struct PauseRequest: Codable, Sendable, Equatable {
  /// Says that a test waits, in the place of what was said before.
  public var begin: PauseNote?
  /// Lets the test go on.
  public var end: Bool?
  /// Is answered once no test waits any more.
  public var untilEnd: Bool?

  public init(begin: PauseNote? = nil, end: Bool? = nil, untilEnd: Bool? = nil) {
    self.begin = begin
    self.end = end
    self.untilEnd = untilEnd
  }
}

/// The answer to `GET /shown?step=NUMBER`, of which 0 is the first step of the recording.
public struct ShownReply: Codable, Sendable, Equatable {
  /// What the app showed before the step; nil if it was busy then, or the steps were changed since.
  public var tree: ElementRecord?

  public init(tree: ElementRecord?) { self.tree = tree }
}
#endif
