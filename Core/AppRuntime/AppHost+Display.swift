public import ElementTree
import OperatingSystem

extension AppHost: ElementHost {
  public func perform(_ action: Action) throws(ActionError) {
    drawIfNeeded()
    try tree.check(action)
    let action = action == .back ? tree.wayBack ?? action : action
    for observer in observers { observer.host(self, willPerform: action) }
    try window?.perform(action, in: tree)
    needsDrawing = true
    drawIfNeeded()
  }

  public func offer(_ stroke: KeyStroke) -> Bool {
    if observers.map({ $0.host(self, takes: stroke) }).contains(true) { return true }
    guard case .control(let letter) = stroke else { return false }
    let pressed = tree.reachableParts.lazy.compactMap { $0.first { $0.shortcut == letter && $0.isEnabled } }
      .first
    guard let identifier = pressed?.identifier else { return false }
    return (try? perform(.tap(identifier))) != nil
  }

  public var isBusy: Bool { busyTracker != nil }

  public func attach(_ display: any ElementDisplay) {
    displays.append(display)
    drawIfNeeded()
    display.draw(tree)
  }

  public func detach(_ display: any ElementDisplay) {
    displays.removeAll { $0 === display }
  }

  public func settle() async {
    _ = await settle(timeout: .seconds(10))
  }

  /// Waits until no work is under way and the last change is drawn. Returns the work that is left at the time limit.
  public func settle(timeout: Duration) async -> [Activity] {
    let deadline = Deadline(in: timeout)
    while true {
      drawIfNeeded()
      guard let tracker = busyTracker else { return [] }
      let busy = await tracker.waitUntilIdle(until: deadline)
      guard busy.isEmpty else {
        drawIfNeeded()
        return busy
      }
    }
  }

  private var busyTracker: ActivityTracker? {
    [restarts, environment?.activity].compactMap(\.self).first { !$0.isIdle }
  }

  func drawIfNeeded() {
    guard let window else { return }
    guard needsDrawing || window.isOutOfDate else { return }
    needsDrawing = false
    let built = window.makeTree { [weak self] in self?.drawIfNeeded() }
    do {
      try built.checkIdentifiersAreUnique()
      show(built)
    } catch {
      show(failure: "\(error)")
    }
  }

  func show(failure reason: String) {
    show(
      Element(
        .window, label: definition.name,
        children: [
          Screen(FailureScreen.identifier, title: "This screen cannot be shown") {
            Text(reason, id: FailureScreen.reason).traits(.failure)
          }.element
        ]))
  }

  private func show(_ tree: Element) {
    self.tree = tree
    for display in displays { display.draw(tree) }
  }
}
