#if DEBUG
/// The answer to what could not be done; nothing has changed then, unless the code says otherwise.
public struct ErrorReply: Codable, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong, for machines.
  public enum Code: String, Codable, Sendable, CaseIterable {
    /// The request is not HTTP, not JSON, or not of the route's form.
    case badRequest
    /// The request comes from somewhere that may not ask: token, host, origin or user.
    case forbidden
    /// No such route.
    case unknownRoute
    /// The route is asked with another method.
    case wrongMethod
    /// The request is larger than any sound one.
    case tooLarge
    /// No element has the identifier.
    case unknownElement
    /// The element is there but does not take this action now.
    case notActionable
    /// The client means a generation that is gone.
    case staleGeneration
    /// The launch arguments, flags or link make no sense to this app; it runs on as it was.
    case badConfiguration
    /// The action was done, but the app is still busy at the time limit.
    case busy
    /// The app could not do it; the message says how it stands now.
    case failed
  }

  public var code: Code
  /// What went wrong and what would be right, for people.
  public var message: String
  /// The identifiers nearest to the one that was not found.
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
