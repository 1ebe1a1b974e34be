import ElementTree

/// All keys, as an alert in front of the page.
enum KeyHelp {
  /// Puts the keys in front of the tree, for an alert with so many columns.
  static func shown(over tree: Element, columns: Int) -> Element {
    let alert = Alert("Keys (? or F1)", id: identifier) { Text(text(columns: columns)) }.element
    return Element(.window, label: tree.label, children: [tree.screen ?? tree, alert])
  }

  static func isShown(in tree: Element) -> Bool { tree.activeElement.identifier == identifier }

  private static let identifier = "terminal-keys"

  /// What each key does stands beside it or, where there is no room, below.
  private static func text(columns: Int) -> String {
    let isBeside = columns >= 2 * indent
    let margin = String(repeating: " ", count: isBeside ? indent : 2)
    return keys.map { key, effect in
      let lines = WordWrap.lines(effect, columns: columns - margin.count)
      let space = String(repeating: " ", count: indent - key.count)
      return (isBeside ? key + space : key + "\n" + margin) + lines.joined(separator: "\n" + margin)
    }.joined(separator: "\n")
  }

  private static let indent = 11
  private static let keys = [
    ("Tab", "next field, button or list"),
    ("Arrows", "next line, row or button"),
    ("Enter", "press; in a field: go on"),
    ("Space", "press, switch, choose"),
    ("Letters", "in a list: find rows"),
    ("PgUp PgDn", "a page of a list or text"),
    ("Home End", "first or last row"),
    ("Mouse", "press; Shift selects text"),
    ("Esc", "back, or close a question"),
    ("Ctrl-U", "delete to the field's start"),
    ("Ctrl-L", "draw everything anew"),
    ("Ctrl-Z", "pause the app"),
    ("Ctrl-C", "quit"),
  ]
}
