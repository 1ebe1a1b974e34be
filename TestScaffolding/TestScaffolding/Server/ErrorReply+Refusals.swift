#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree

/// Why a request was not carried out.
enum RequestError: Error, Equatable {
  /// The request does not have the form that its route expects.
  case malformed(String)
  case noRoute(path: String)
  case wrongMethod(path: String, expected: String, found: String)
  case staleGeneration(meant: Int, current: Int)
  /// The app does not understand what the request asks for.
  case notUnderstood(String)
  case unhandledKey(key: String)
  /// The element is there, but has none of the roles that the client means.
  case otherRole(String, is: Role, wanted: [String])
  /// The request was carried out, but the app is still busy.
  case stillBusy([Activity], after: Duration)
  /// The app failed to do it.
  case failed(String)
}

extension ErrorReply {
  /// Translates an error into a reply. This is the only place where that happens.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as RequestError: Self(error)
      case let error as ActionError: Self(error)
      case let error as StateError: Self(error)
      case let error as ResetRefusal: Self(error)
      default: Self(.failed, "\(error)")
      }
  }

  init(_ error: RequestError) {
    switch error {
    case .malformed(let problem): self.init(.badRequest, problem)
    case .noRoute(let path):
      let all = ControlRoute.allCases.map(\.path)
      let known = all.indices.filter { !all[..<$0].contains(all[$0]) }.map { all[$0] }
      let nearest = NearestIdentifiers.nearest(to: path, in: known, limit: 1).first
      self.init(
        .unknownRoute,
        "There is no \(path). "
          + (nearest.map { "Did you mean \($0)?" } ?? "There are \(known.joined(separator: ", "))."))
    case .wrongMethod(let path, let expected, let found):
      self.init(.wrongMethod, "\(path) is asked with \(expected), not with \(found).")
    case .staleGeneration(let meant, let current):
      self.init(
        .staleGeneration,
        "The request means generation \(meant), but the app is in generation \(current). Query again.")
    case .notUnderstood(let problem): self.init(.badConfiguration, problem)
    case .otherRole(let identifier, let role, let wanted):
      self.init(
        .unknownElement,
        "\"\(identifier)\" is \(role.named), not of the role \(wanted.joined(separator: " or ")).")
    case .unhandledKey(let key): self.init(.notActionable, "Nobody listens for '\(key)' here.")
    case .stillBusy(let activities, let limit):
      let names = activities.map(\.description)
      self.init(
        .busy,
        "The action is done, but after \(limit) the app is still busy with \(names.joined(separator: ", ")).",
        busy: names)
    case .failed(let problem): self.init(.failed, problem)
    }
  }

  init(_ error: ActionError) {
    switch error {
    case .unknownIdentifier(_, let nearest): self.init(.unknownElement, "\(error)", nearest: nearest)
    default: self.init(.notActionable, "\(error)")
    }
  }

  init(_ refusal: ResetRefusal) {
    switch refusal {
    case .closed: self.init(.forbidden, "\(refusal)")
    case .notUnderstood: self.init(.badConfiguration, "\(refusal)")
    case .failed: self.init(.failed, "\(refusal)")
    }
  }
}
#endif
