#if DEBUG
import ElementTree

/// A screen as a picture: SVG that looks like a terminal.
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

  /// The picture.
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
      // What XML has no way to say.
      case "\u{FFFE}", "\u{FFFF}": result += "�"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
#endif
