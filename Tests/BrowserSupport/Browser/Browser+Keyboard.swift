/// A key that has no character of its own, by the code point that WebDriver gives it.
package enum BrowserKey: String, Sendable {
  case backspace = "\u{E003}"
  case tab = "\u{E004}"
  case enter = "\u{E007}"
  case shift = "\u{E008}"
  case control = "\u{E009}"
  case alt = "\u{E00A}"
  case escape = "\u{E00C}"
  case space = " "
  case end = "\u{E010}"
  case home = "\u{E011}"
  case left = "\u{E012}"
  case up = "\u{E013}"
  case right = "\u{E014}"
  case down = "\u{E015}"
  case delete = "\u{E017}"
}

extension Browser {
  /// Presses a key, and others with it, wherever the keyboard is.
  package func press(_ key: BrowserKey, with modifiers: BrowserKey...) async throws {
    try await press(key.rawValue, times: 1, with: modifiers)
  }

  /// Presses a key so many times while others are held.
  func press(_ key: BrowserKey, times count: Int, with modifiers: [BrowserKey]) async throws {
    try await press(key.rawValue, times: count, with: modifiers)
  }

  /// Types a text, key by key, wherever the keyboard is.
  package func typeKeys(_ text: String) async throws {
    for character in text { try await press(String(character), times: 1, with: []) }
  }

  private func press(_ key: String, times count: Int, with modifiers: [BrowserKey]) async throws {
    let held = modifiers.map(\.rawValue)
    let presses = (0..<count).flatMap { _ in [stroke("keyDown", key), stroke("keyUp", key)] }
    let strokes =
      held.map { stroke("keyDown", $0) } + presses + held.reversed().map { stroke("keyUp", $0) }
    try await perform(
      "POST", "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(strokes)]]])
  }

  private func stroke(_ kind: String, _ key: String) -> JSONValue {
    ["type": .string(kind), "value": .string(key)]
  }
}
