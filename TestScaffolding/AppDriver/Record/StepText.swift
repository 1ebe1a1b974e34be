#if DEBUG
import ControlProtocol
import ElementTree

/// Puts into words what a test asks of an app, for its trace.
enum StepText {
  static func of(_ route: ControlRoute, _ body: some Encodable) -> String {
    switch body {
    case let tap as TapRequest: "Tap \"\(tap.id)\""
    // What is typed into another field may be a secret.
    case let typing as TypeRequest where typing.roles == [Role.textField.rawValue]:
      "Type \"\(typing.text)\" into \"\(typing.id)\""
    case let typing as TypeRequest: "Type \(typing.text.count) characters into \"\(typing.id)\""
    case let link as OpenRequest: "Follow link \(link.link)"
    case is BackRequest: "Go back"
    case let clock as ClockRequest: clock.description.prefix(1).uppercased() + clock.description.dropFirst()
    case let save as SaveStateRequest: "Save the state \"\(save.name)\""
    default: "Ask for \(route.path)"
    }
  }
}
#endif
