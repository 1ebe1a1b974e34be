/// What a person can do to a screen.
public enum Action: Sendable, Equatable {
  /// Presses the element with the identifier; a field that is pressed gets the keyboard.
  case tap(String)
  /// Makes `text` the whole text of the field with the identifier.
  case edit(String, text: String)
  /// Gives the keyboard to the element with the identifier.
  case focus(String)
  /// Leaves the screen for the one before it; an alert is answered such that nothing is done.
  case back

  /// The identifier of the element that the action is on; nil for going back.
  public var identifier: String? {
    switch self {
    case .tap(let identifier), .edit(let identifier, _), .focus(let identifier): identifier
    case .back: nil
    }
  }
}

/// Why an action was not performed. Nothing has changed then.
public enum ActionError: Error, Equatable, CustomStringConvertible {
  /// No element has the identifier; similar identifiers are named.
  case unknownIdentifier(String, nearest: [String])
  /// The element is there but disabled.
  case disabled(String)
  /// Elements of this role do not take this action.
  case unfit(String, role: Role, action: String)
  /// An alert stands in front of the element.
  case covered(String, by: String)
  /// The element is on the screen, but its feature does not handle it.
  case unhandled(String)
  /// There is no screen to go back to.
  case noWayBack
  /// An alert stands in front of the screen, which cannot be left before it is answered.
  case unanswered(alert: String)

  public var description: String {
    switch self {
    case .unknownIdentifier(let identifier, let nearest) where nearest.isEmpty:
      "No element has the identifier \"\(identifier)\"."
    case .unknownIdentifier(let identifier, let nearest):
      "No element has the identifier \"\(identifier)\". "
        + "Did you mean \(nearest.map { "\"\($0)\"" }.formattedAlternatives)?"
    case .disabled(let identifier):
      "The element \"\(identifier)\" is disabled."
    case .unfit(let identifier, let role, let action):
      "The element \"\(identifier)\" is \(role.named), which does not answer to \(action)."
    case .covered(let identifier, let alert):
      "The element \"\(identifier)\" is behind the alert \"\(alert)\"; answer that first."
    case .unhandled(let identifier):
      "The element \"\(identifier)\" is on the screen, but its feature has no action or field of that name."
    case .noWayBack:
      "There is no screen to go back to."
    case .unanswered(let alert):
      "The alert \"\(alert)\" is in front of the screen; answer that before going back."
    }
  }
}

extension [String] {
  fileprivate var formattedAlternatives: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

extension Element {
  /// Checks that the tree as it is now can take the action.
  public func check(_ action: Action) throws(ActionError) {
    switch action {
    case .tap(let identifier):
      try target(identifier, fits: \.takesActions, action: "a tap")
    case .edit(let identifier, _):
      try target(identifier, fits: \.isEditable, action: "typing")
    case .focus(let identifier):
      try target(identifier, fits: \.takesActions, action: "the keyboard")
    case .back:
      guard wayBack == nil else { return }
      if activeElement.role == .alert { throw .unanswered(alert: activeName) }
      throw .noWayBack
    }
  }

  /// What going back does now: it leaves the screen, or gives the harmless answer of the alert in front of it; nil where
  /// neither is possible.
  public var wayBack: Action? {
    let active = activeElement
    if active.role == .alert { return active.harmlessAnswer.map(Action.tap) }
    return screen?.traits.contains(.allowsBack) == true ? .back : nil
  }

  /// The button of an alert that keeps things as they are: the only one that does nothing destructive, beside one
  /// that does.
  private var harmlessAnswer: String? {
    let buttons = all { $0.role == .button }
    let harmless = buttons.filter { !$0.traits.contains(.destructive) }
    guard harmless.count == 1, harmless.count < buttons.count, harmless[0].isEnabled else { return nil }
    return harmless[0].identifier
  }

  private func target(_ identifier: String, fits: (Role) -> Bool, action: String) throws(ActionError) {
    guard let element = first(withIdentifier: identifier) else {
      let candidates = reachableParts.flatMap(\.allElements).filter { $0.role.takesActions }
      func nearest(_ elements: [Element]) -> [String] {
        NearestIdentifiers.nearest(to: identifier, in: elements.compactMap(\.identifier))
      }
      let fitting = nearest(candidates.filter { fits($0.role) })
      throw .unknownIdentifier(identifier, nearest: fitting.isEmpty ? nearest(candidates) : fitting)
    }
    guard fits(element.role) else { throw .unfit(identifier, role: element.role, action: action) }
    guard reachableParts.contains(where: { $0.first(withIdentifier: identifier) != nil }) else {
      throw .covered(identifier, by: activeName)
    }
    guard element.isEnabled else { throw .disabled(identifier) }
  }

  private var activeName: String { activeElement.identifier ?? activeElement.label }
}
