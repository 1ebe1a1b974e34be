#if DEBUG
package import ElementTree

/// A screen as lines of text with their traits, as a terminal would show it.
package struct ScreenText: Sendable, Equatable {
  /// One line, indented by columns.
  package struct Line: Sendable, Equatable {
    package var text: String
    package var traits: Set<Trait> = []
    package var isFocused = false
    package var isDimmed = false
  }

  package private(set) var lines: [Line] = []

  /// Lays out an element tree.
  package init(_ tree: Element) { add(tree, indent: 0) }

  /// The lines as plain text.
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

  /// Returns the elements as one line, side by side, if none of them has children.
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
    case .radioButton: return "(\(element.isSelected ? "•" : " ")) \(element.label)"
    case .progress where element.fraction == nil && value.isEmpty: return element.label + " ..."
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

/// A screen as an SVG picture that looks like a terminal.
package struct ScreenDrawing: Sendable {
  private static let columnWidth = 9
  private static let lineHeight = 20
  private static let margin = 16
  private static let background = "#1e1e24"
  private static let highlight = "#3a3f5c"

  private let title: String
  private let screen: ScreenText

  /// Draws the screen below a title bar.
  package init(_ screen: ScreenText, title: String) {
    self.screen = screen
    self.title = title
  }

  /// The picture as SVG.
  package var svg: String {
    let columns = max(40, screen.lines.map(\.text.count).max() ?? 0)
    let width = columns * Self.columnWidth + 2 * Self.margin
    let height = (screen.lines.count + 2) * Self.lineHeight + 2 * Self.margin
    var parts = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"font-family="monospace" font-size="15">"#,
      #"<rect width="100%" height="100%" rx="8" fill="\#(Self.background)"/>"#,
    ]
    parts.append(text(title, row: 0, fill: "#8a8a94", weight: "normal"))
    for (index, line) in screen.lines.enumerated() {
      let top = Self.margin + (index + 1) * Self.lineHeight + 4
      if line.isFocused {
        parts.append(
          #"<rect x="\#(Self.margin - 4)" y="\#(top)" width="\#(width - 2 * Self.margin + 8)" "#
            + #"height="\#(Self.lineHeight)" fill="\#(Self.highlight)"/>"#)
      }
      let weight = line.traits.contains(.heading) || line.traits.contains(.primary) ? "bold" : "normal"
      parts.append(text(line.text, row: index + 1, fill: Self.color(of: line), weight: weight))
    }
    return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func text(_ text: String, row: Int, fill: String, weight: String) -> String {
    let baseline = Self.margin + row * Self.lineHeight + Self.lineHeight
    return #"<text x="\#(Self.margin)" y="\#(baseline)" fill="\#(fill)" font-weight="\#(weight)" "#
      + #"xml:space="preserve">\#(Self.escaped(text))</text>"#
  }

  private static func color(of line: ScreenText.Line) -> String {
    if line.isDimmed { return "#6c6c76" }
    if line.traits.contains(.failure) || line.traits.contains(.destructive) { return "#ff7b72" }
    if line.traits.contains(.warning) { return "#e3b341" }
    if line.traits.contains(.success) { return "#7ee787" }
    if line.traits.contains(.secondary) { return "#9a9aa6" }
    return "#e6e6ea"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // These characters are not allowed in XML.
      case "\u{FFFE}", "\u{FFFF}": result += "�"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
#endif
