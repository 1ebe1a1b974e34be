#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree
import LocalHTTP

/// The path is there, but is asked with other methods.
struct WrongMethod: Error, CustomStringConvertible {
  let request: HTTPRequest
  let methods: [String]

  /// The methods as the header field of the answer lists them.
  var allowed: String { methods.flatMap { $0 == "GET" ? [$0, "HEAD"] : [$0] }.joined(separator: ", ") }

  var description: String {
    "\(request.path) is asked with \(methods.joined(separator: " or ")), not with \(request.method)."
  }
}

// Why a request was not carried out.
extension ErrorReply {
  /// Translates an error into a reply.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as ErrorReply: error
      case let error as ActionError: Self(error)
      case let error as StateError: Self(error)
      case let error as WrongMethod: Self(.wrongMethod, "\(error)")
      default: .failed("\(error)")
      }
  }

  /// The request does not have the form that its route expects.
  static func malformed(_ problem: String) -> Self { Self(.badRequest, problem) }

  static func noRoute(path: String) -> Self {
    var seen: Set<String> = []
    let known = ControlRoute.allCases.map(\.path).filter { seen.insert($0).inserted }
    let nearest = NearestIdentifiers.nearest(to: path, in: known, limit: 1).first
    return Self(
      .unknownRoute,
      "There is no \(path). "
        + (nearest.map { "Did you mean \($0)?" } ?? "There are \(known.joined(separator: ", "))."))
  }

  static func staleGeneration(meant: Int, current: Int) -> Self {
    Self(
      .staleGeneration,
      "The request means generation \(meant), but the app is in generation \(current). Query again.")
  }

  /// The app does not understand what the request asks for.
  static func notUnderstood(_ problem: String) -> Self { Self(.badConfiguration, problem) }

  static let otherSteps = Self(
    .notActionable,
    "Somebody else has changed the steps meanwhile. Look at them as they are now, and change those.")

  static func unhandledKey(_ key: String, after pressed: ArraySlice<String>) -> Self {
    let done = pressed.isEmpty ? "" : " Pressed before it: \(pressed.joined(separator: ", "))."
    return Self(.notActionable, "Nobody listens for '\(key)' here.\(done)")
  }

  /// The same, of a request to type a text and press Enter.
  var afterTyping: Self {
    var reply = self
    reply.message += " The text has been typed."
    return reply
  }

  /// The element is there, but has none of the roles that the client means.
  static func otherRole(_ identifier: String, is role: Role, wanted: [String]) -> Self {
    Self(
      .unknownElement,
      "\"\(identifier)\" is \(role.named), not of the role \(wanted.joined(separator: " or ")).")
  }

  /// The app is still busy. The request was carried out, unless there is a consequence, which says what was not.
  static func stillBusy(
    _ activities: [Activity], after limit: Duration, consequence: String? = nil
  ) -> Self {
    let names = activities.map(\.description)
    let problem = "\(limit) the app is still busy with \(names.joined(separator: ", "))."
    return Self(
      .busy, consequence.map { "After \(problem) \($0)" } ?? "The action is done, but after \(problem)",
      busy: names)
  }

  /// The app failed to do it.
  static func failed(_ problem: String) -> Self { Self(.failed, problem) }

  private init(_ error: ActionError) {
    switch error {
    case .unknownIdentifier(_, let nearest): self.init(.unknownElement, "\(error)", nearest: nearest)
    default: self.init(.notActionable, "\(error)")
    }
  }
}
#endif
