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

/// One thing that was done to an app while it was recorded.
struct RecordedStep: Equatable, Sendable {
  struct Target: Equatable, Sendable {
    var role: Role
    var identifier: String
  }

  enum Deed: Equatable, Sendable {
    case tap(Target)
    /// Types behind what is in the field, or in place of it.
    case type(Target, String, replaces: Bool)
    case back
    case open(String)
    case reset(ResetWish)
  }

  /// The screen that it was done on, where the app had come to rest there.
  var screen: String?
  var deed: Deed
}

/// What was done to an app from one moment to another.
struct Recording: Equatable, Sendable {
  /// The name of the executable, by which a test starts it.
  var app: String
  var launchArguments: [String]
  var launchEnvironment: [String: String]
  var steps: [RecordedStep] = []
  /// The screen that the app had come to rest on in the end.
  var lastScreen: String?
}
#endif
