#if DEBUG
import ControlProtocol

extension ControlRoute {
  /// What the log of activities says of a request; typed text may be a secret and is not told.
  func step(_ body: some Encodable) -> String {
    switch body {
    case let tap as TapRequest: "Tap \"\(tap.id)\""
    case let typing as TypeRequest: "Type \(typing.text.count) characters into \"\(typing.id)\""
    case let link as OpenRequest: "Follow link \(link.link)"
    case is BackRequest: "Go back"
    default: "Ask for \(path)"
    }
  }
}
#endif
