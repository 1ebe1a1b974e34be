import ElementTree

/// All keys, as an alert in front of the page.
enum KeyHelp {
  static func shown(over tree: Element) -> Element {
    Element(.window, label: tree.label, children: [tree.screen ?? tree, alert])
  }

  static func isShown(in tree: Element) -> Bool { tree.activeElement.identifier == alert.identifier }

  private static let alert = Alert("Keys (? or F1)", id: "terminal-keys") { Text(text) }.element

  private static let text = """
    Tab        next field, button or list
    Arrows     next line, row or button
    Enter      press; in a field: go on
    Space      press, switch, choose
    Letters    in a list: find rows
    PgUp PgDn  a page of a list or text
    Home End   first or last row
    Mouse      press; Shift selects text
    Esc        back, or close a question
    Ctrl-U     empty a field
    Ctrl-L     draw everything anew
    Ctrl-Z     pause the app
    Ctrl-C     quit
    """
}
