package import ElementTree

/// The result of an action, in one line on the screen.
package nonisolated enum Notice: Equatable, ElementConvertible {
  case success(String)
  case warning(String)
  case failure(String)

  package var element: Element {
    switch self {
    case .success(let text): Text(text, id: "notice").traits(.success)
    case .warning(let text): Text(text, id: "notice").traits(.warning)
    case .failure(let text): Text(text, id: "notice").traits(.failure)
    }
  }
}
