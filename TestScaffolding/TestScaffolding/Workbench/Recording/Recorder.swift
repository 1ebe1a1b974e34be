#if DEBUG
import ControlProtocol
import ElementTree

/// Records what is done to the app, by a person or by a test.
@MainActor
final class Recorder {
  private(set) var isOn = false
  private(set) var recording: Recording?
  /// What the app showed before each step, where it was at rest; nothing any more once the steps were changed.
  private var shown: [Element?] = []

  /// Starts a new recording, and drops the previous one.
  func begin(_ recording: Recording) {
    self.recording = recording
    shown = []
    isOn = true
  }

  /// Ends the recording, and expects the screen at its end; nil if the app is busy.
  func end(on screen: String?, showing tree: Element? = nil) {
    guard isOn else { return }
    isOn = false
    recording?.expect(screen)
    if screen != nil { shown.append(tree) }
  }

  func shown(before step: Int) -> Element? { shown.indices.contains(step) ? shown[step] : nil }

  /// Adds what is expected of the app now, also after the end.
  func expect(_ deed: RecordedStep.Deed, on screen: String?) { add(deed, on: screen, showing: nil) }

  /// Takes other steps for those that were recorded.
  func replace(by steps: [RecordedStep]) {
    recording?.steps = steps
    shown = []
  }

  func record(_ deed: RecordedStep.Deed, on tree: Element, isSettled: Bool) {
    guard isOn else { return }
    if case .tap(let target) = deed, target.role.isEditable,
      tree.first(withIdentifier: target.identifier)?.isFocused == true
    {
      // That only ends the typing: the app takes the field as left, and may judge it.
      let last = recording?.steps.last { if case .expect = $0.deed { false } else { true } }
      guard case .type(target, _, _)? = last?.deed else { return }
    }
    if case .type(let target, let text, let continues) = deed, let last = recording?.steps.indices.last {
      switch recording?.steps[last].deed {
      // Every key press is a separate edit, but a test types the whole text at once.
      case .type(target, let before, let replaces)?
      where continues == !before.isEmpty && Self.isOneEdit(from: before, to: text):
        recording?.steps[last].deed = .type(target: target, text: text, replaces: replaces)
        return
      // A field that a test types into has the keyboard anyway.
      case .tap(target)?:
        recording?.steps[last].deed = deed
        return
      default: break
      }
    }
    add(deed, on: isSettled ? tree.screen?.identifier : nil, showing: isSettled ? tree : nil)
  }

  /// Whether something was put in or taken out in one place, as by a key.
  private static func isOneEdit(from before: String, to after: String) -> Bool {
    let texts = [Array(before.unicodeScalars), Array(after.unicodeScalars)].sorted { $0.count < $1.count }
    let (short, long) = (texts[0], texts[1])
    let same = zip(short, long).prefix { $0 == $1 }.count
    let sameAtEnd = zip(short.reversed(), long.reversed()).prefix { $0 == $1 }.count
    return same + sameAtEnd >= short.count
  }

  /// Records something that does not depend on the screen.
  func record(_ deed: RecordedStep.Deed) {
    guard isOn else { return }
    add(deed, on: nil, showing: nil)
  }

  private func add(_ deed: RecordedStep.Deed, on screen: String?, showing tree: Element?) {
    recording?.steps.append(RecordedStep(screen: screen, deed: deed))
    shown.append(tree)
  }

  /// What a test does to do the same; nil for what it cannot do.
  static func deed(_ action: Action, on tree: Element) -> RecordedStep.Deed? {
    if action == .back { return .back }
    guard let element = action.identifier.flatMap(tree.first(withIdentifier:)),
      let identifier = element.identifier
    else { return nil }
    let target = RecordedStep.Target(role: element.role, identifier: identifier)
    switch action {
    case .tap where element.role.isTappable: return .tap(target: target)
    // That gives a field the keyboard, and so takes it from another one, which the app may judge then.
    case .tap, .focus: return element.role.isEditable ? .tap(target: target) : nil
    case .edit(_, let text):
      return .type(target: target, text: text, replaces: !(element.value ?? "").isEmpty)
    case .back: return nil
    }
  }
}

/// Everything that was done to an app between the start and the end of a recording.
struct Recording: Equatable, Sendable {
  /// The name of the executable, with which a test starts it.
  var app: String
  var launchArguments: [String]
  var launchEnvironment: [String: String]
  /// Whether nothing had been done to the app since it was built without data.
  var beganOnCleanSlate: Bool
  var steps: [RecordedStep] = []

  /// Adds the expectation that the app shows the screen; nothing if it is not known.
  mutating func expect(_ screen: String?) {
    guard let screen else { return }
    steps.append(RecordedStep(screen: screen, deed: .expect(query: "app", property: .screen, value: screen)))
  }
}
#endif
