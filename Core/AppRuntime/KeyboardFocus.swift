import ElementTree

/// Remembers which element has the keyboard, and chooses one when a new screen appears.
nonisolated struct KeyboardFocus {
  private var identifier: String?
  private var place: String?
  /// Whether the last action was a press: nobody takes the keyboard from a person who types or looks around.
  private var isAfterPress = false

  mutating func move(to identifier: String, byPress: Bool = false) {
    self.identifier = identifier
    isAfterPress = byPress
  }

  /// Returns the tree with the element that has the keyboard marked, if any element can have it.
  mutating func placed(in tree: Element) -> Element {
    var alert: Element?
    var (focusable, floating): ([Element], [String]) = ([], [])
    // Screens may be long, so they are gone through once.
    tree.visit { element in
      if element.role == .alert { alert = element }
      if element.isFocusable { focusable.append(element) }
      // A floating element gets the keyboard only if the user moves it there.
      if element.traits.contains(.floating) { floating += element.identifiers }
    }
    if alert != nil { focusable = tree.reachableParts.flatMap { $0.all(where: \.isFocusable) } }
    let place = alert.map(\.identifier) ?? tree.screen?.identifier
    let stays = place == self.place && focusable.contains { $0.identifier == identifier }
    self.place = place
    let standing = focusable.filter { !floating.contains($0.identifier ?? "") }
    let asking = standing.first(where: \.isFocused)?.identifier
    if !stays {
      identifier = Self.start(among: standing)?.identifier
    } else if isAfterPress, let asking {
      identifier = asking
    }
    return Self.focusing(identifier, in: tree) ?? tree
  }

  /// Returns the element with the keyboard moved to the identifier, or nil if nothing changes, so that most of a tree
  /// need not be copied.
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

  /// The element for the keyboard on a new screen: the one that asks for it, else the first field, the main action,
  /// or the first element.
  private static func start(among focusable: [Element]) -> Element? {
    focusable.first(where: \.isFocused) ?? focusable.first { $0.role.isEditable }
      ?? focusable.first { $0.traits.contains(.primary) } ?? focusable.first
  }
}
