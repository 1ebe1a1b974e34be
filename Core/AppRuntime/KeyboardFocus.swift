import ElementTree

/// Remembers which element has the keyboard, and finds a good one when a new screen appears.
nonisolated struct KeyboardFocus {
  private var identifier: String?
  private var place: String?

  mutating func move(to identifier: String) {
    self.identifier = identifier
  }

  /// Returns the tree with one focused element, if any can have the keyboard.
  mutating func placed(in tree: Element) -> Element {
    let active = tree.activeElement
    let focusable = tree.reachableParts.flatMap(\.allElements).filter(\.isFocusable)
    let place = active.role == .alert ? active.identifier : tree.screen?.identifier
    let stays = place == self.place && focusable.contains { $0.identifier == identifier }
    self.place = place
    if !stays {
      // What floats gets the keyboard only when somebody takes it there.
      let floating = tree.floatingElements.flatMap(\.identifiers)
      identifier =
        Self.start(among: focusable.filter { !floating.contains($0.identifier ?? "") })?.identifier
    }
    let focused = identifier
    return tree.mapElements { $0.isFocused = focused != nil && $0.identifier == focused }
  }

  /// The element that asks for the keyboard, else the first field, else the main action, else the first of all.
  private static func start(among focusable: [Element]) -> Element? {
    focusable.first(where: \.isFocused) ?? focusable.first { $0.role.isEditable }
      ?? focusable.first { $0.traits.contains(.primary) } ?? focusable.first
  }
}
