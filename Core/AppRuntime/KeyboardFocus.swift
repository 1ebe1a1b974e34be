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
    let focusable = tree.reachableParts.flatMap { $0.all(where: \.isFocusable) }
    let place = active.role == .alert ? active.identifier : tree.screen?.identifier
    let stays = place == self.place && focusable.contains { $0.identifier == identifier }
    self.place = place
    if !stays {
      // What floats gets the keyboard only when somebody takes it there.
      let floating = tree.floatingElements.flatMap(\.identifiers)
      identifier =
        Self.start(among: focusable.filter { !floating.contains($0.identifier ?? "") })?.identifier
    }
    return Self.focusing(identifier, in: tree) ?? tree
  }

  /// Returns the element with the keyboard where the identifier says, or nothing if it is so: most of a tree need not be
  /// copied.
  private static func focusing(_ identifier: String?, in element: Element) -> Element? {
    var changed: Element?
    let isFocused = identifier != nil && element.identifier == identifier
    if element.isFocused != isFocused {
      changed = element
      changed?.isFocused = isFocused
    }
    for (index, child) in element.children.enumerated() {
      guard let child = focusing(identifier, in: child) else { continue }
      if changed == nil { changed = element }
      changed?.children[index] = child
    }
    return changed
  }

  /// The element that asks for the keyboard, else the first field, else the main action, else the first of all.
  private static func start(among focusable: [Element]) -> Element? {
    focusable.first(where: \.isFocused) ?? focusable.first { $0.role.isEditable }
      ?? focusable.first { $0.traits.contains(.primary) } ?? focusable.first
  }
}
