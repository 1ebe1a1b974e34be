/// One stroke of a keyboard, as far as anybody beside the app may know of it.
public enum KeyStroke: Sendable, Hashable {
  /// A letter that is typed while the control key is down.
  case control(Character)
  /// Anything else: text, a paste, Enter, an arrow.
  case other
}
