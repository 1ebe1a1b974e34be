#if DEBUG
/// The answer to a request that could not be carried out. Unless its code or message says
/// otherwise, nothing has changed.
public struct ErrorReply: Error, Codable, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong, for programs.
  public enum Code: String, Codable, Sendable, CaseIterable {
    /// The request is not HTTP, not JSON, or does not have the form that the route expects.
    case badRequest
    /// The token, host, origin or user of the request is not allowed.
    case forbidden
    /// There is no such route.
    case unknownRoute
    /// The route expects another method.
    case wrongMethod
    /// The request is larger than allowed.
    case tooLarge
    /// No element has the identifier.
    case unknownElement
    /// The element exists but does not accept this action now.
    case notActionable
    /// The generation that the client means is no longer current.
    case staleGeneration
    /// The app does not understand the launch arguments, flags or link; it runs on as before.
    case badConfiguration
    /// The app is still busy at the time limit; the message says whether the action was carried out.
    case busy
    /// The app failed to do it; the message says in which state it is now.
    case failed
  }

  public var code: Code
  /// What went wrong and how to do it right, for people.
  public var message: String
  /// The identifiers most similar to the unknown one.
  public var nearest: [String]?
  /// What the app is busy with.
  public var busy: [String]?

  public init(_ code: Code, _ message: String, nearest: [String]? = nil, busy: [String]? = nil) {
    self.code = code
    self.message = message
    self.nearest = nearest
    self.busy = busy
  }

  public var description: String { message }
}
#endif
