#if DEBUG
import ElementTree

/// Remembers what is done to the app, whoever does it.
@MainActor
final class Recorder {
  private(set) var isOn = false
  private(set) var recording: Recording?

  /// Begins anew; what was recorded before is forgotten.
  func begin(_ recording: Recording) {
    self.recording = recording
    isOn = true
  }

  /// Ends on the screen.
  func end(on screen: String?) {
    guard isOn else { return }
    isOn = false
    recording?.lastScreen = screen
  }

  func record(_ action: Action, on tree: Element, isSettled: Bool) {
    guard isOn, let deed = deed(action, on: tree) else { return }
    add(deed, on: tree, isSettled)
  }

  /// Takes note of something that does not depend on the screen.
  func record(_ deed: RecordedStep.Deed) {
    guard isOn else { return }
    recording?.steps.append(RecordedStep(screen: nil, deed: deed))
  }

  private func add(_ deed: RecordedStep.Deed, on tree: Element, _ isSettled: Bool) {
    if case .type(let target, let text, _) = deed, let last = recording?.steps.indices.last,
      case .type(target, _, let replaces)? = recording?.steps[last].deed
    {
      // Every key that is pressed is an edit; a test types the whole text.
      recording?.steps[last].deed = .type(target, text, replaces: replaces)
      return
    }
    recording?.steps.append(RecordedStep(screen: isSettled ? tree.screen?.identifier : nil, deed: deed))
  }

  private func deed(_ action: Action, on tree: Element) -> RecordedStep.Deed? {
    if action == .back { return .back }
    guard let element = action.identifier.flatMap(tree.first(withIdentifier:)),
      let identifier = element.identifier
    else { return nil }
    let target = RecordedStep.Target(role: element.role, identifier: identifier)
    switch action {
    case .tap: return element.role.isTappable ? .tap(target) : nil
    case .edit(_, let text): return .type(target, text, replaces: !(element.value ?? "").isEmpty)
    // Tests do not move the keyboard: what they type into gets it.
    case .focus, .back: return nil
    }
  }
}
#endif
