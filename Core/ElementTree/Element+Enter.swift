extension Element {
  /// What Enter does in the field with the identifier; nil if it does nothing, or if there is no such field.
  ///
  /// Enter belongs to the field's own group: it leads to the group's next field, or presses the group's button. The last
  /// field of a form presses the form's primary button, but where something else is to be answered first, Enter leads
  /// there: from a search to its first result. While that button is disabled, Enter leads to the first field that is empty
  /// or wrong, or stays. It never leads to what floats, and never to a destructive button.
  public func actionOfEnter(in identifier: String) -> Action? {
    let part = activeElement
    guard let path = part.path(to: identifier), let field = path.last, field.role.isEditable else {
      return nil
    }
    if let group = path.dropLast().last(where: { $0.role == .group && $0.stopsOfEnter.count > 1 }),
      let action = group.actionOfEnter(after: identifier, isWholeForm: false)
    {
      return action
    }
    return part.actionOfEnter(after: identifier, isWholeForm: true)
  }

  private func actionOfEnter(after identifier: String, isWholeForm: Bool) -> Action? {
    let stops = stopsOfEnter
    guard let index = stops.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    let following = stops[(index + 1)...]
    if let question = following.first(where: { $0.isFocusable && $0.role.asksSomething }) {
      return question.identifier.map(Action.focus)
    }
    if let button = following.first(where: { $0.role == .button && $0.traits.contains(.primary) }) {
      if button.isEnabled { return button.identifier.map(Action.tap) }
    } else if let next = following.first(where: \.isFocusable), !next.traits.contains(.destructive) {
      if isWholeForm { return next.identifier.map(Action.focus) }
      if next.role == .button { return next.identifier.map(Action.tap) }
    }
    return isWholeForm ? .focus(firstUnfinishedField ?? identifier) : nil
  }

  /// The first field that is empty, or behind which an error stands.
  private var firstUnfinishedField: String? {
    let all = allElements
    return all.indices.first { index in
      guard all[index].role.isEditable, all[index].isFocusable else { return false }
      let isWrong = all.indices.contains(index + 1) && all[index + 1].traits.contains(.failure)
      return isWrong || (all[index].value ?? "").isEmpty
    }.flatMap { all[$0].identifier }
  }

  /// What can be acted on in the element, without what floats above it.
  private var stopsOfEnter: [Element] {
    if traits.contains(.floating) { return [] }
    let own = role.takesActions && self.identifier != nil ? [self] : []
    return own + children.flatMap(\.stopsOfEnter)
  }

  /// The elements from this one down to the one with the identifier.
  private func path(to identifier: String) -> [Element]? {
    if self.identifier == identifier { return [self] }
    return children.lazy.compactMap { $0.path(to: identifier) }.first.map { [self] + $0 }
  }
}

extension Role {
  /// Whether a form is not filled in without an answer to it. A toggle has one from the start.
  fileprivate var asksSomething: Bool { isEditable || self == .cell || self == .radioButton }
}
