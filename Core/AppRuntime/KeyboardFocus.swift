import ElementTree

/// Remembers which element has the keyboard, and chooses one when a new screen appears.
nonisolated struct KeyboardFocus {
  private var identifier: String?
  private var place: String?
  private var isInAlert = false
  private var asking: String?
  /// What was left on the way to the present screen.
  private var trail: [Left] = []
  private var isAfterBack = false
  /// Whether the last action was a press: nobody takes the keyboard from a person who types or looks around.
  private var isAfterPress = false

  /// A screen, with the elements that had the keyboard and that asked for it, when the screen was left.
  private struct Left {
    let place: String?
    let identifier: String
    let asking: String?
  }

  /// How many screens a way back is remembered for.
  private static let longestTrail = 32

  /// Notes that the way leads back now.
  mutating func goBack() { isAfterBack = true }

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
    let isNew = place != self.place
    let stays = !isNew && focusable.contains { $0.identifier == identifier }
    let leadsBack = tree.screen?.traits.contains(.allowsBack) == true
    let left = isNew ? move(to: place, isAlert: alert != nil, leadsBack: leadsBack) : nil
    let standing = focusable.filter { !floating.contains($0.identifier ?? "") }
    let asking = standing.first(where: \.isFocused)?.identifier
    if !stays {
      let again = left.flatMap { left in
        focusable.first { $0.identifier == left.identifier && left.asking == asking }
      }
      identifier = (again ?? Self.start(among: standing))?.identifier
    } else if isAfterPress, let asking {
      identifier = asking
    }
    self.asking = asking
    isAfterBack = false
    return Self.focusing(identifier, in: tree) ?? tree
  }

  /// Goes to another screen or alert, and returns how it was left, if the way leads back there.
  private mutating func move(to place: String?, isAlert: Bool, leadsBack: Bool) -> Left? {
    let returns = isInAlert || isAfterBack
    if !isInAlert, let identifier {
      trail.append(Left(place: self.place, identifier: identifier, asking: asking))
      if trail.count > Self.longestTrail { trail.removeFirst() }
    }
    (self.place, isInAlert) = (place, isAlert)
    guard !isAlert else { return nil }
    guard returns, let index = trail.lastIndex(where: { $0.place == place }) else {
      if !leadsBack { trail = [] }
      return nil
    }
    defer { trail.removeSubrange(index...) }
    return trail[index]
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

  /// The element for the keyboard on a new screen: the one that asks for it, else the one to start with.
  private static func start(among focusable: [Element]) -> Element? {
    focusable.first(where: \.isFocused) ?? Element.start(among: focusable)
  }
}
