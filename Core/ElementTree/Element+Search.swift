extension Element {
  /// The element and everything inside it, in reading order.
  public var allElements: [Element] {
    var found: [Element] = []
    visit { found.append($0) }
    return found
  }

  /// The identifiers in the tree, in reading order.
  public var identifiers: [String] {
    var found: [String] = []
    visit { if let identifier = $0.identifier { found.append(identifier) } }
    return found
  }

  /// Returns the first element with the identifier, in reading order.
  public func first(withIdentifier identifier: String) -> Element? {
    first { $0.identifier == identifier }
  }

  /// Returns the first element that meets the condition, in reading order.
  public func first(where condition: (Element) -> Bool) -> Element? {
    if condition(self) { return self }
    for child in children {
      if let found = child.first(where: condition) { return found }
    }
    return nil
  }

  /// Returns the last element that meets the condition, in reading order.
  public func last(where condition: (Element) -> Bool) -> Element? {
    for child in children.reversed() {
      if let found = child.last(where: condition) { return found }
    }
    return condition(self) ? self : nil
  }

  /// Returns every element that meets the condition, in reading order.
  public func all(where condition: (Element) -> Bool) -> [Element] {
    var found: [Element] = []
    visit { if condition($0) { found.append($0) } }
    return found
  }

  /// The part of the tree that takes actions now: the alert if there is one, otherwise everything.
  public var activeElement: Element { last { $0.role == .alert } ?? self }

  /// All floating elements, whether they belong to the screen or not.
  public var floatingElements: [Element] { all { $0.traits.contains(.floating) } }

  /// The parts of the tree that take actions now, in reading order: the active element and what floats above it.
  public var reachableParts: [Element] {
    let active = activeElement
    return active.role == .alert ? [active] + reachableFloats : [active]
  }

  /// The floating elements that take actions now; while an alert is shown, not those of the screen.
  public var reachableFloats: [Element] {
    activeElement.role == .alert
      ? children.filter { $0.traits.contains(.floating) } : floatingElements
  }

  /// The screen in the tree.
  public var screen: Element? { first { $0.role == .screen } }

  /// The element that has the keyboard at first where none asks for it: the first field, the main action, or the first
  /// element.
  package static func start(among focusable: [Element]) -> Element? {
    focusable.first { $0.role.isEditable } ?? focusable.first { $0.traits.contains(.primary) }
      ?? focusable.first
  }

  /// Whether something on the screen is lost if the app ends now.
  package var isUnsaved: Bool { screen?.traits.contains(.unsaved) == true }

  /// Calls the closure with the element and everything inside it, in reading order.
  public func visit(_ body: (Element) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }

  /// Returns the tree with every element passed through the closure.
  public func mapElements(_ transform: (inout Element) -> Void) -> Element {
    var copy = self
    transform(&copy)
    copy.children = copy.children.map { $0.mapElements(transform) }
    return copy
  }
}
