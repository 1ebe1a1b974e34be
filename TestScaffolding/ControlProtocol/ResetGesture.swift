#if DEBUG
public import ElementTree

/// Keys that ask for a reset when they are stroked in a row: the multi-tap of a terminal.
///
/// A terminal has no fingers: the touches of one tap are different keys, one after the other. `ctrl-r:3` is three taps
/// with one touch, `ctrl-r+ctrl-t:2` two taps with two.
public struct ResetGesture: Sendable, Equatable, CustomStringConvertible {
  /// The letters of one tap, each with the control key.
  public let touches: [Character]
  /// How often they are stroked.
  public let taps: Int

  /// Control-R, three times.
  public static let standard = ResetGesture(touches: ["r"], taps: 3)

  /// The letters that neither a terminal nor a field needs, so that typing never makes a gesture.
  public static let freeLetters: [Character] = [
    "b", "d", "f", "g", "n", "o", "p", "q", "r", "s", "t", "v", "x", "y",
  ]

  private init(touches: [Character], taps: Int) {
    self.touches = touches
    self.taps = taps
  }

  /// Reads `ctrl-r:3`, or throws and says what is wrong.
  public init(_ text: String) throws(ResetGestureError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let taps = Int(parts[1]), (1...9).contains(taps) else {
      throw ResetGestureError(text, "it has to end in a colon and the number of taps, 1 to 9")
    }
    var letters: [Character] = []
    for key in parts[0].split(separator: "+", omittingEmptySubsequences: false) {
      guard case .control(let letter)? = KeyStroke(name: String(key)), Self.freeLetters.contains(letter)
      else {
        let free = Self.freeLetters.map(String.init).joined(separator: ", ")
        throw ResetGestureError(text, "'\(key)' is not ctrl- with one of \(free)")
      }
      guard !letters.contains(letter) else {
        throw ResetGestureError(text, "it has '\(key)' twice in one tap")
      }
      letters.append(letter)
    }
    guard letters.count * taps > 1 else { throw ResetGestureError(text, "one key alone is hit by accident") }
    self.init(touches: letters, taps: taps)
  }

  /// All strokes of the gesture, in their order.
  public var strokes: [KeyStroke] {
    (0..<taps).flatMap { _ in touches.map { KeyStroke.control($0) } }
  }

  /// The names of the strokes, as `POST /keys` takes them.
  public var keys: [String] { strokes.compactMap(\.name) }

  public var description: String { touches.map { "ctrl-\($0)" }.joined(separator: "+") + ":\(taps)" }
}

/// What is wrong with the text of a gesture.
public struct ResetGestureError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ text: String, _ problem: String) {
    description = "'\(text)' is no gesture: \(problem). Examples: ctrl-r:3 and ctrl-r+ctrl-t:2."
  }
}

extension KeyStroke {
  /// Reads the name of a key: `ctrl-r`.
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
