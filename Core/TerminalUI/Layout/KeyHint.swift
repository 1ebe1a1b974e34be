import ElementTree

/// A key that does something now, as the last line of the terminal shows it.
struct KeyHint: Equatable {
  var key: String
  var effect: String
  /// With too little room, hints with the highest rank are left out first.
  var rank: Int

  static func hints(for tree: Element, focused: String?, overflows: Bool) -> [KeyHint] {
    let order = FocusOrder(tree)
    var hints: [KeyHint] = []
    if order.stops.count > 1 { hints.append(KeyHint(key: "Tab", effect: "Next", rank: 2)) }
    if let focused, let element = tree.activeElement.first(withIdentifier: focused) {
      hints.append(activation(of: element, in: order))
    }
    if tree.canGoBack { hints.append(KeyHint(key: "Esc", effect: "Back", rank: 1)) }
    if overflows { hints.append(KeyHint(key: "PgUp/PgDn", effect: "Scroll", rank: 4)) }
    hints.append(KeyHint(key: "Ctrl-C", effect: "Quit", rank: 0))
    return hints
  }

  static func line(of hints: [KeyHint], columns: Int) -> StyledLine {
    var shown = hints
    while width(of: shown) > columns, let last = shown.max(by: { $0.rank < $1.rank }), last.rank > 0 {
      shown.removeAll { $0 == last }
    }
    var line = StyledLine()
    for (index, hint) in shown.enumerated() {
      if index > 0 { line.append("  ") }
      line.append(hint.key, .bold)
      line.append(" " + hint.effect, .dim)
    }
    return line
  }

  private static func activation(of element: Element, in order: FocusOrder) -> KeyHint {
    switch element.role {
    case .toggle:
      return KeyHint(key: "Space", effect: "Toggle", rank: 3)
    case .textField, .secureField:
      guard let button = order.buttonAfterLastField(element) else {
        return KeyHint(key: "Enter", effect: "Next", rank: 3)
      }
      return KeyHint(key: "Enter", effect: WordWrap.truncated(button.visibleLabel, columns: 20), rank: 3)
    default:
      return KeyHint(key: "Enter", effect: "Select", rank: 3)
    }
  }

  private static func width(of hints: [KeyHint]) -> Int {
    hints.reduce(-2) { $0 + 3 + TextWidth.columns(of: $1.key + $1.effect) }
  }
}

extension Element {
  /// Whether Esc goes back to another screen.
  var canGoBack: Bool { (try? check(.back)) != nil }
}
