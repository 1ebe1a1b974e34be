#if DEBUG
import ControlProtocol
import ElementTree

/// Finds a gesture among the keys that are stroked.
struct GestureRecognizer {
  /// What a stroke is to the gesture.
  enum Finding: Equatable { case foreign, part, complete }

  /// How long two strokes of one gesture may be apart.
  static let longestPause: Duration = .seconds(2)

  let gesture: ResetGesture
  private var count = 0
  private var last: ContinuousClock.Instant?

  init(_ gesture: ResetGesture) { self.gesture = gesture }

  /// Takes the next stroke; any other key, or a pause, ends a gesture that is begun.
  mutating func take(_ stroke: KeyStroke, at time: ContinuousClock.Instant) -> Finding {
    if let last, time - last > Self.longestPause { count = 0 }
    last = time
    let strokes = gesture.strokes
    if stroke != strokes[count] { count = 0 }
    guard stroke == strokes[count] else { return .foreign }
    count += 1
    guard count == strokes.count else { return .part }
    count = 0
    return .complete
  }
}
#endif
