import ElementTree
import Observation

/// Shows one generation of an app: the feature's session in a frame, and the element that has the keyboard.
public final class AppWindow {
  /// The session that the window shows; nil after its end.
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

  /// Releases the session.
  func endSession() {
    session = nil
    body = nil
    overlays = []
  }

  /// Whether something that the session's body has read has changed since then.
  var isOutOfDate: Bool { changes.isRaised }

  /// Builds the tree of everything in the window. Calls the closure once, when the tree has become out of date.
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

  /// Performs an action that was checked against the drawn tree.
  func perform(_ action: Action, in tree: Element) throws(ActionError) {
    switch action {
    case .tap, .edit, .focus:
      guard let overlay = overlays.first(where: { $0.owns(action) }) else {
        return try performInSession(action, in: tree)
      }
      guard case .focus(let identifier) = action else { return overlay.handle(action) }
      // The session has to know that its field is left.
      try session?.handle(action)
      focus.move(to: identifier)
    case .back:
      try session?.handle(action)
      focus.goBack()
    }
  }

  private func performInSession(_ action: Action, in tree: Element) throws(ActionError) {
    guard let identifier = action.identifier else { return }
    // A tap on a field only moves the keyboard there.
    let isPress =
      action == .tap(identifier) && tree.first(withIdentifier: identifier)?.role.isTappable == true
    try session?.handle(isPress || action != .tap(identifier) ? action : .focus(identifier))
    focus.move(to: identifier, byPress: isPress)
  }

  /// Adds an overlay, in place of one with an element of the same identifier.
  func addOverlay(_ overlay: Overlay) {
    let identifiers = overlay.element.allElements.compactMap(\.identifier)
    overlays.removeAll { other in identifiers.contains { other.element.first(withIdentifier: $0) != nil } }
    overlays.append(overlay)
  }

  /// Removes the overlay that the action is on.
  func removeOverlay(with action: Action) { overlays.removeAll { $0.owns(action) } }

  func open(_ link: DeepLink) -> Bool { session?.open(link) ?? false }
}
