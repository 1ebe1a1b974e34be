import ElementTree

extension Element {
  /// The style for the element's traits; colour is never the only sign of a trait.
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

  /// The sign before the text of a failure, a warning or a success.
  var mark: String {
    if traits.contains(.failure) { return "! " }
    if traits.contains(.warning) { return "▲ " }
    if traits.contains(.success) { return "✓ " }
    return ""
  }

  /// The label, on one line and safe to show.
  var visibleLabel: String { VisibleText.line(label) }

  /// The value, on one line and safe to show.
  var visibleValue: String { VisibleText.line(shownValue ?? "") }

  /// The number of empty lines between the element and the one that follows it.
  func gap(before next: Element) -> Int {
    if role == .text, traits.contains(.heading) { return 0 }
    if next.role == .text, next.traits.contains(.heading) { return 1 }
    switch (role, next.role) {
    case (.text, .text), (.button, .button), (.toggle, .toggle), (.radioButton, .radioButton), (.cell, .cell),
      (.progress, .progress), (.progress, .text), (.cell, .text), (.text, .cell), (.radioButton, .text),
      (.text, .radioButton):
      return 0
    case (.button, .text) where next.traits.contains(.secondary):
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
