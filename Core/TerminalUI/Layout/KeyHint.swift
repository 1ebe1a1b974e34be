import ElementTree

/// A key that does something now, as the last line of the terminal shows it.
struct KeyHint: Equatable {
  var key: String
  var effect: String
  /// With too little room, hints with the highest rank are left out first.
  var rank: Int

  /// - Parameter isInSight: Whether what has the keyboard is; otherwise a key only scrolls to it.
  static func hints(
    for tree: Element, focused: String?, overflows: Bool, filter: String? = nil, isInSight: Bool = true
  ) -> [KeyHint] {
    let order = FocusOrder(tree)
    var hints: [KeyHint] = []
    if KeyHelp.isShown(in: tree) {
      hints.append(KeyHint(key: "Esc", effect: "Close", rank: 0))
      if overflows { hints.append(KeyHint(key: "PgUp/PgDn", effect: "Scroll", rank: 6)) }
      return hints + [quit]
    }
    let element = focused.flatMap(tree.first(withIdentifier:))
    if let filter { hints.append(KeyHint(key: "Found:", effect: VisibleText.line(filter), rank: 3)) }
    if order.stops.count > 1, filter == nil { hints.append(KeyHint(key: "Tab", effect: "Next", rank: 5)) }
    if let element {
      hints.append(
        isInSight ? activation(of: element, in: tree) : KeyHint(key: "Enter", effect: "Show", rank: 4))
    }
    if filter != nil {
      hints.append(KeyHint(key: "Esc", effect: "All", rank: 2))
    } else if let back = tree.wayBack {
      let closes = back != .back
      hints.append(KeyHint(key: "Esc", effect: closes ? "Close" : "Back", rank: closes ? 0 : 2))
    }
    if overflows { hints.append(KeyHint(key: "PgUp/PgDn", effect: "Scroll", rank: 6)) }
    hints.append(KeyHint(key: element?.role.isEditable == true ? "F1" : "?", effect: "Keys", rank: 7))
    return hints + [quit]
  }

  private static let quit = KeyHint(key: "Ctrl-C", effect: "Quit", rank: 1)

  static func line(of hints: [KeyHint], columns: Int) -> StyledLine {
    var shown = hints
    while shown.count > 1, width(of: shown) > columns, let last = shown.max(by: { $0.rank < $1.rank }) {
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

  private static func activation(of element: Element, in tree: Element) -> KeyHint {
    let (key, effect) =
      switch element.role {
      case .toggle: ("Space", "Toggle")
      case .radioButton: ("Enter", "Choose")
      case .textField, .secureField: ("Enter", enter(in: element, of: tree))
      default: ("Enter", "Select")
      }
    return KeyHint(key: key, effect: effect, rank: 4)
  }

  private static func enter(in field: Element, of tree: Element) -> String {
    guard case .tap(let button)? = field.identifier.flatMap(tree.actionOfEnter(in:)) else { return "Next" }
    return WordWrap.truncated(tree.first(withIdentifier: button)?.visibleLabel ?? "", columns: 20)
  }

  private static func width(of hints: [KeyHint]) -> Int {
    hints.reduce(-2) { $0 + 3 + TextWidth.columns(of: $1.key + $1.effect) }
  }
}
