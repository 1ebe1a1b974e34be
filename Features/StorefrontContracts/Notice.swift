package import ElementTree

/// What an action came to, in a line of the screen that it was done on.
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
