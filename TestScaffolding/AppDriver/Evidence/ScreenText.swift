#if DEBUG
package import ElementTree

/// A screen as lines of text with their meaning, as a terminal would show it.
package struct ScreenText: Sendable, Equatable {
  /// One line, indented by columns.
  package struct Line: Sendable, Equatable {
    package var text: String
    package var traits: Set<Trait> = []
    package var isFocused = false
    package var isDimmed = false
  }

  package private(set) var lines: [Line] = []

  /// Lays out the tree.
  package init(_ tree: Element) { add(tree, indent: 0) }

  /// The lines without their meaning.
  package var text: String { lines.map { $0.text + "\n" }.joined() }

  private mutating func add(_ element: Element, indent: Int) {
    var inner = indent
    switch element.role {
    case .window, .tabBar, .list: break
    case .screen:
      write(element.label, element, indent)
      write(String(repeating: "─", count: max(element.label.count, 20)), element, indent)
    case .group:
      if element.traits.contains(.row), let row = Self.row(element) { return write(row, element, indent) }
      if !element.label.isEmpty {
        write(element.label, element, indent)
        inner += 2
      }
    case .alert:
      write("! \(element.label)", element, indent)
      inner += 2
    case .image:
      for line in (element.value ?? "[\(element.label)]").split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        write(String(line), element, indent)
      }
    default:
      write(Self.control(element), element, indent)
    }
    for child in element.children { add(child, indent: inner) }
  }

  private mutating func write(_ text: String, _ element: Element, _ indent: Int) {
    lines.append(
      Line(
        text: String(repeating: " ", count: indent) + Self.printable(text), traits: element.traits,
        isFocused: element.isFocused, isDimmed: !element.isEnabled))
  }

  /// Elements side by side on one line, if none of them holds others.
  private static func row(_ element: Element) -> String? {
    guard element.children.allSatisfy(\.children.isEmpty) else { return nil }
    return element.children.map(control).joined(separator: "  ")
  }

  private static func control(_ element: Element) -> String {
    let value = element.shownValue ?? ""
    switch element.role {
    case .button: return "[ \(element.label) ]"
    case .textField, .secureField:
      return
        "\(element.label): [\(value.isEmpty ? element.placeholder ?? "" : value)\(element.isFocused ? "▏" : "")]"
    case .toggle: return "[\(element.isSelected ? "x" : " ")] \(element.label)"
    case .cell: return "› \(element.label)" + (value.isEmpty ? "" : "  \(value)")
    case .tab: return (element.isSelected ? "▸" : " ") + element.label + (value.isEmpty ? "" : " (\(value))")
    case .progress:
      let filled = Int(min(max(element.fraction ?? 0, 0), 1) * 20 + 0.5)
      let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
      return "\(element.label) \(bar) \(value)"
    default: return element.label
    }
  }

  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "␦" : $0 }))
  }
}
#endif
