#if DEBUG

/// Why an element could not be found or used.
public enum ElementError: Error, Equatable, CustomStringConvertible {
  /// No element matches.
  case missing(String, nearest: [String], tree: String)
  /// Several elements match where only one is meant.
  case ambiguous(String, candidates: [String])
  /// The element has no identifier, which actions need.
  case nameless(String, element: String)
  /// The element does not accept the action now.
  case refused(String, reason: String)

  public var description: String {
    switch self {
    case .missing(let what, let nearest, let tree):
      "There is no \(what)."
        + (nearest.isEmpty
          ? "" : " Nearest: \(nearest.map { "\"\($0)\"" }.joined(separator: ", ")).")
        + " The app shows:\n\(tree)"
    case .ambiguous(let what, let candidates):
      "\(candidates.count) elements fit \(what); use an identifier or element(boundBy:):\n"
        + candidates.joined(separator: "\n")
    case .nameless(let what, let element):
      "The \(what) has no identifier, by which actions reach an element; give it one: \(element)"
    case .refused(let what, let reason):
      "The \(what) did not take the action: \(reason)"
    }
  }
}

/// A handle was used after the app had been built anew; its element no longer exists.
public struct StaleElementError: Error, Equatable, CustomStringConvertible {
  let made: App.Era
  let now: App.Era

  public var description: String {
    let cure = "Query again."
    return made.launch == now.launch
      ? "The handle was made in generation \(made.generation), the app is in \(now.generation). \(cure)"
      : "The handle was made in launch \(made.launch) of the app, which is in launch \(now.launch). \(cure)"
  }
}
#endif
