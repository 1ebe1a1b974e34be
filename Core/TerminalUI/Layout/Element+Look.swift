import ElementTree

extension Element {
  /// The style that the meaning of the element asks for; colour is never the only sign.
  var look: Style {
    var style = Style()
    if !traits.isDisjoint(with: [.failure, .destructive]) {
      style.colour = .red
    } else if traits.contains(.warning) {
      style.colour = .yellow
    } else if traits.contains(.success) {
      style.colour = .green
    } else if traits.contains(.heading) {
      style.colour = .cyan
    }
    if !traits.isDisjoint(with: [.heading, .primary]) { style.attributes.insert(.bold) }
    if traits.contains(.secondary) { style.attributes.insert(.dim) }
    return isEnabled ? style : .dim
  }

  /// What stands before the text of an element that brings news.
  var mark: String {
    if traits.contains(.failure) { return "! " }
    if traits.contains(.warning) { return "▲ " }
    if traits.contains(.success) { return "✓ " }
    return ""
  }

  /// What the element is called, on one line and safe to show.
  var visibleLabel: String { VisibleText.line(label) }

  /// What the element holds, on one line and safe to show.
  var visibleValue: String { VisibleText.line(shownValue ?? "") }

  /// The empty lines between the element and the one that follows it.
  func gap(before next: Element) -> Int {
    if role == .text, traits.contains(.heading) { return 0 }
    if next.role == .text, next.traits.contains(.heading) { return 1 }
    switch (role, next.role) {
    case (.text, .text), (.button, .button), (.toggle, .toggle), (.cell, .cell), (.progress, .progress),
      (.progress, .text), (.cell, .text), (.text, .cell):
      return 0
    case (let role, .text) where role.isEditable || role == .toggle:
      return next.traits.isDisjoint(with: [.failure, .warning, .success, .secondary]) ? 1 : 0
    case (let role, let next) where role.isEditable && next.isEditable:
      return 0
    default:
      return 1
    }
  }
}
