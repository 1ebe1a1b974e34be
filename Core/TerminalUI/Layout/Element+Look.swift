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
}
