#if DEBUG
import ControlProtocol
import ElementTree

/// Why a named state cannot be saved, found or used. The app and all states are as they were.
enum StateError: Error, Equatable, CustomStringConvertible {
  case invalidName(String, reason: String)
  /// There is no such state; `known` are those of this build, and `elsewhere` the apps that have one of the name.
  case unknown(String, known: [String], hasOlder: Bool, elsewhere: [String])
  case ofAnotherApp(String, app: String, expected: String)
  case ofAnotherBuild(String)
  case damaged(String, place: String, reason: String)
  case withKeptData

  var description: String {
    switch self {
    case .invalidName(let name, let reason):
      "\"\(name.prefix(200))\" cannot be the name of a state: \(reason). A good one looks like \"signed in\"."
    case .unknown(let name, let known, let hasOlder, let elsewhere):
      "There is no state \"\(name)\" of this app. "
        + (known.isEmpty && hasOlder
          ? "It has none of this build."
          : NearestIdentifiers.hint(NearestIdentifiers.nearest(to: name, in: known), "has", known))
        + (elsewhere.isEmpty
          ? "" : " \(elsewhere.joined(separator: " and ")) has one, which is of no use here.")
    case .ofAnotherApp(let name, let app, let expected):
      "The state \"\(name)\" is one of \(app), not of \(expected). Save it anew in this app."
    case .ofAnotherBuild(let name):
      "The state \"\(name)\" was saved by another build of the app, which may keep its data in another form. "
        + "Save it anew."
    case .damaged(let name, let place, let reason):
      "The state \"\(name)\" is not whole: \(reason). Save it anew, or delete \(place)."
    case .withKeptData: "A reset can keep the data or go to a state, but not both."
    }
  }
}

extension NearestIdentifiers {
  /// What to say of a name that is not known: the nearest or, where none is near, all that the app knows or has.
  static func hint(_ nearest: [String], _ verb: String, _ known: [String]) -> String {
    func quoted(_ names: [String], _ separator: String) -> String {
      names.map { "\"\($0)\"" }.joined(separator: separator)
    }
    if known.isEmpty { return "It has none." }
    return nearest.isEmpty
      ? "It \(verb) \(quoted(known, ", "))." : "Did you mean \(quoted(nearest, " or "))?"
  }
}

extension ErrorReply {
  init(_ error: StateError) {
    switch error {
    case .invalidName, .withKeptData: self.init(.badRequest, "\(error)")
    case .unknown, .ofAnotherApp, .ofAnotherBuild, .damaged: self.init(.badConfiguration, "\(error)")
    }
  }
}
#endif
