#if DEBUG
import ControlProtocol
import ElementTree

/// Listens for a gesture of keys, before the app sees them.
@MainActor
final class GestureNotifier: ResetNotifier {
  let trigger = ResetTrigger.gesture
  private var handlers: [ResetHandler] = []
  private var recognizer: GestureRecognizer?

  func add(handler: @escaping ResetHandler) { handlers.append(handler) }

  func follow(_ choice: ResetChoice) {
    guard choice.includes(trigger) else {
      recognizer = nil
      return
    }
    if recognizer?.gesture != choice.gesture { recognizer = GestureRecognizer(choice.gesture) }
  }

  /// Returns whether the stroke belongs to the gesture.
  func take(_ stroke: KeyStroke, at time: ContinuousClock.Instant = .now) -> Bool {
    let finding = recognizer?.take(stroke, at: time) ?? .foreign
    if finding == .complete {
      for handler in handlers { _ = handler(ResetRequest()) }
    }
    return finding != .foreign
  }
}
#endif
