import ElementTree

/// What a person did with the keyboard.
enum Key: Equatable, Sendable {
  /// Characters that were typed, as many as arrived together.
  case text(String)
  /// Text from the clipboard, as it was there.
  case paste(String)
  /// A letter that was typed while the control key was down.
  case control(Character)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
}

extension Key {
  /// The key as those who listen before the app know it.
  var stroke: KeyStroke { if case .control(let letter) = self { .control(letter) } else { .other } }
}
