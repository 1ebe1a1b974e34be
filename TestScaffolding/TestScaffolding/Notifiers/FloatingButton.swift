#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree

/// A small button that floats above the app, and is made anew with each window.
@MainActor
final class FloatingButton: ResetNotifier {
  let trigger = ResetTrigger.button
  private var handlers: [ResetHandler] = []

  func add(handler: @escaping ResetHandler) { handlers.append(handler) }

  /// The window brings the button: there is nothing to do when the choice changes.
  func follow(_ choice: ResetChoice) {}

  /// The button for the window of a start.
  func overlays(_ choice: ResetChoice) -> [Overlay] {
    guard choice.includes(trigger) else { return [] }
    let button = Group { Element(.button, id: ResetButton.identifier, label: "Reset").traits(.secondary) }
    return [
      Overlay(button.element) { [weak self] action in
        if action == .tap(ResetButton.identifier) { self?.press() }
      }
    ]
  }

  private func press() {
    for handler in handlers { _ = handler(ResetRequest()) }
  }
}
#endif
