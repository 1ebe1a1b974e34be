import ElementTree
import Observation

/// What one generation of an app shows: the feature's session in a frame, and where the keyboard is.
public final class AppWindow {
  /// The feature that the window shows, until its end.
  public private(set) var session: (any FeatureSession)?

  private let title: String
  private var body: Element?
  private var focus = KeyboardFocus()
  private var overlays: [Overlay]
  private let changes = ChangeSignal()

  init(title: String, session: any FeatureSession, overlays: [Overlay] = []) {
    self.title = title
    self.session = session
    self.overlays = overlays
  }

  /// Lets the session go.
  func endSession() {
    session = nil
    body = nil
    overlays = []
  }

  /// Whether something that the session's body read has changed since.
  var isOutOfDate: Bool { changes.isRaised }

  /// Builds the tree of all that the window shows, and calls the closure once when it is out of date.
  func makeTree(onChange: @escaping @MainActor () -> Void) -> Element {
    if changes.reset() || body == nil {
      body = withObservationTracking {
        session?.body
      } onChange: { [changes] in
        if changes.raise() { Task { @MainActor in onChange() } }
      }
    }
    let children = (body.map { [$0] } ?? []) + overlays.map(\.element)
    return focus.placed(in: Element(.window, label: title, children: children))
  }

  /// Does an action that the drawn tree can take.
  func perform(_ action: Action, in tree: Element) throws(ActionError) {
    switch action {
    case .focus(let identifier):
      focus.move(to: identifier)
    case .tap, .edit:
      guard let overlay = overlays.first(where: { $0.owns(action) }) else {
        return try performInSession(action, in: tree)
      }
      overlay.handle(action)
    case .back:
      try session?.handle(action)
    }
  }

  private func performInSession(_ action: Action, in tree: Element) throws(ActionError) {
    guard let identifier = action.identifier else { return }
    // A tap on a field moves the keyboard and nothing else.
    let isForSession =
      action != .tap(identifier) || tree.first(withIdentifier: identifier)?.role.isTappable == true
    if isForSession { try session?.handle(action) }
    focus.move(to: identifier)
  }

  func open(_ link: DeepLink) -> Bool { session?.open(link) ?? false }
}
