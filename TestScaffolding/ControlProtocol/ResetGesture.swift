#if DEBUG
public import ElementTree

/// Keys that trigger a reset when they are pressed several times in a row: the terminal's form of a multi-tap.
///
/// A terminal has no touches, so each touch of a tap is a different key, pressed one after the other. `ctrl-r:3` is
/// three taps with one touch, `ctrl-r+ctrl-t:2` is two taps with two touches.
public struct ResetGesture: Sendable, Equatable, CustomStringConvertible {
  /// The letters of one tap; each is pressed together with the control key.
  public let touches: [Character]
  /// How often the tap is repeated.
  public let taps: Int

  /// Control-R, three times.
  public static let standard = ResetGesture(touches: ["r"], taps: 3)

  /// The letters that neither terminals nor text fields use with the control key, so typing cannot trigger a gesture.
  public static let freeLetters: [Character] = [
    "b", "d", "f", "g", "n", "o", "p", "q", "r", "s", "t", "v", "x", "y",
  ]

  private init(touches: [Character], taps: Int) {
    self.touches = touches
    self.taps = taps
  }

  /// Parses a gesture such as `ctrl-r:3`. Throws an error that says what is wrong.
  public init(_ text: String) throws(ScaffoldingError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let taps = Int(parts[1]), (1...9).contains(taps) else {
      throw Self.error(text, "it has to end in a colon and the number of taps, 1 to 9")
    }
    var letters: [Character] = []
    for key in parts[0].split(separator: "+", omittingEmptySubsequences: false) {
      guard case .control(let letter)? = KeyStroke(name: String(key)), Self.freeLetters.contains(letter)
      else {
        let free = Self.freeLetters.map(String.init).joined(separator: ", ")
        throw Self.error(text, "'\(key)' is not ctrl- with one of \(free)")
      }
      guard !letters.contains(letter) else {
        throw Self.error(text, "it has '\(key)' twice in one tap")
      }
      letters.append(letter)
    }
    guard letters.count * taps > 1 else { throw Self.error(text, "one key alone is hit by accident") }
    self.init(touches: letters, taps: taps)
  }

  private static func error(_ text: String, _ problem: String) -> ScaffoldingError {
    ScaffoldingError("'\(text)' is not a gesture: \(problem). Examples: ctrl-r:3 and ctrl-r+ctrl-t:2.")
  }

  /// All key strokes of the gesture, in order.
  public var strokes: [KeyStroke] {
    (0..<taps).flatMap { _ in touches.map { KeyStroke.control($0) } }
  }

  /// The names of the strokes, as `POST /keys` takes them.
  public var keys: [String] { strokes.compactMap(\.name) }

  public var description: String { touches.map { "ctrl-\($0)" }.joined(separator: "+") + ":\(taps)" }
}

@available(*, deprecated, renamed: "ScaffoldingError")
public typealias ResetGestureError = ScaffoldingError

extension KeyStroke {
  /// Parses the name of a key: `ctrl-r`.
  public init?(name: String) {
    guard name.hasPrefix("ctrl-"), name.count == 6, let letter = name.last, ("a"..."z").contains(letter)
    else {
      return nil
    }
    self = .control(letter)
  }

  /// The name of the key, if it has one.
  public var name: String? { if case .control(let letter) = self { "ctrl-\(letter)" } else { nil } }
}
#endif
