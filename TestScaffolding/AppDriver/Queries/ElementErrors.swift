#if DEBUG
public import ElementTree

/// Why an element could not be found or used.
public enum ElementError: Error, Equatable, CustomStringConvertible {
  /// No element matches. `others` are those that the query looked among.
  case missing(String, screen: String?, nearest: [String], others: [String])
  /// The app has a screen that cannot be shown, and shows why instead.
  case notShown(String, reason: String)
  /// The element is there, but of another kind; `query` finds it.
  case otherKind(String, name: String, role: Role, query: String)
  /// Several elements match where only one is meant.
  case ambiguous(String, candidates: [String])
  /// The element has no identifier, which actions need.
  case nameless(String, element: String)
  /// The element does not accept the action now.
  case refused(String, reason: String)
  /// The page object does not say which screen it is of.
  case pageWithoutScreen(String)

  public var description: String {
    switch self {
    case .missing(let what, let screen, let nearest, let others):
      "There is no \(what)\(screen.map { " on the screen \"\($0)\"" } ?? "; the app shows no screen")."
        + (nearest.isEmpty ? "" : " Nearest: \(Self.list(nearest)).")
        + (others.isEmpty ? " There is none of that kind." : " There are: \(Self.list(others)).")
    case .notShown(let what, let reason):
      "There is no \(what): the app's screen cannot be shown. \(reason)"
    case .otherKind(let what, let name, let role, let query):
      "There is no \(what): \"\(name)\" is \(role.named). Write \(query)."
    case .ambiguous(let what, let candidates):
      "\(candidates.count) elements fit \(what). Name one by its identifier\(Self.orPlace(candidates)):\n"
        + candidates.joined(separator: "\n")
    case .nameless(let what, let element):
      "The \(what) has no identifier, by which actions reach an element; give it one: \(element)"
    case .refused(let what, let reason):
      reason.hasPrefix("The \(what) ") ? reason : "The \(what) did not take the action: \(reason)"
    case .pageWithoutScreen(let page):
      "\(page) names no screen: override `identifier`."
    }
  }

  /// What reaches elements that have no identifier.
  private static func orPlace(_ candidates: [String]) -> String {
    let haveAll = candidates.allSatisfy { $0.split(separator: " ").dropFirst().first?.hasPrefix("#") == true }
    return haveAll ? "" : ", or its place by element(boundBy:)"
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(10).map { "\"\($0.prefix(60))\"" }.joined(separator: ", ")
    return shown + (names.count > 10 ? " and \(names.count - 10) more" : "")
  }
}

/// What was thrown for an element that was found before a reset.
@available(*, deprecated, message: "Nothing throws it: such an element is looked up anew.")
public struct StaleElementError: Error {}
#endif
