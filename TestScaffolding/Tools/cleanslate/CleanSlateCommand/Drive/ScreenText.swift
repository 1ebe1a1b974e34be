#if DEBUG
import ElementTree
import Records

/// A screen in lines, one for each element, as people and agents read it in a shell.
struct ScreenText {
  static let mostRows = 12
  static let mostLines = 60
  static let mostChanges = 40
  static let longestLine = 240

  let tree: Element
  /// Whether nothing is cut.
  var isWhole = false

  /// The lines of the screen, and its name.
  var text: String { (lines + [name]).joined(separator: "\n") + "\n" }

  /// The screen's name, as the last line says it.
  var name: String { Self.name(of: tree) }

  static func name(of tree: Element) -> String {
    guard let screen = tree.screen else { return "The app shows no screen." }
    return "Screen: \(screen.identifier ?? "without an identifier")"
  }

  /// What is in the window: the window itself says nothing.
  var lines: [String] {
    let lines = tree.children.flatMap { self.lines(of: $0, indent: "") }
    let hidden = lines.count - Self.mostLines
    if isWhole || hidden <= 0 { return lines }
    return lines.prefix(Self.mostLines) + ["… \(hidden) more lines: cleanslate screen --all"]
  }

  private func lines(of element: Element, indent: String) -> [String] {
    var lines = [indent + cut(element.description)]
    let cutsRows = !isWhole && element.children.count > Self.mostRows
    let shown = cutsRows ? element.children.prefix(Self.mostRows - 2) : element.children[...]
    lines += shown.flatMap { self.lines(of: $0, indent: indent + "  ") }
    let hidden = element.children.count - shown.count
    if hidden > 0 { lines.append("\(indent)  … \(hidden) more: cleanslate screen --all") }
    return lines
  }

  private func cut(_ line: String) -> String {
    isWhole || line.count <= Self.longestLine ? line : line.prefix(Self.longestLine - 1) + "…"
  }

  /// What an action has changed: the lines that went and came, or the whole screen if most of it is new.
  ///
  /// - Parameter remark: What is said if nothing has changed.
  func text(changedFrom old: Element, otherwise remark: String) -> String {
    let changes = Self.changes(from: old, to: tree)
    let (new, came) = (tree.allElements.count, changes.count { $0.hasPrefix("+") })
    if changes.isEmpty { return "\(remark)\n\(name)\n" }
    if came * 10 > new * 7 { return text }
    let shown = changes.prefix(Self.mostChanges).map(cut)
    let hidden = changes.count - shown.count
    let rest = hidden > 0 ? ["… \(hidden) more changes: cleanslate screen"] : []
    return (shown + rest + [name]).joined(separator: "\n") + "\n"
  }

  static func changes(from old: Element, to new: Element) -> [String] {
    ScreenChange.lines(from: old.treeDescription, to: new.treeDescription)
  }
}
#endif
