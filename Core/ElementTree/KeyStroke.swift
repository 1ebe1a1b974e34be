/// One key, with only as much detail as code outside of the app may know.
public enum KeyStroke: Sendable, Hashable {
  /// A letter that is typed while the control key is down.
  case control(Character)
  /// Anything else: text, a paste, Enter, an arrow.
  case other
}
