#if DEBUG
import TerminalUI

/// A screen as an SVG picture of a terminal.
struct ScreenPicture {
  let screen: PaintedScreen

  var svg: String {
    let width = screen.columns * Self.columnWidth + 2 * Self.margin
    let height = screen.rows.count * Self.rowHeight + 2 * Self.margin
    var parts = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"font-family="monospace" font-size="15">"#,
      #"<rect width="100%" height="100%" rx="8" fill="\#(Self.background)"/>"#,
    ]
    for (row, spans) in screen.rows.enumerated() {
      for span in spans { parts += draw(span, row) }
    }
    return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func draw(_ span: PaintedScreen.Span, _ row: Int) -> [String] {
    let (left, top) = (Self.margin + span.column * Self.columnWidth, Self.margin + row * Self.rowHeight)
    let width = span.columns * Self.columnWidth
    let colour = Self.colour(of: span)
    var parts: [String] = []
    if span.isReversed {
      parts.append(
        #"<rect x="\#(left)" y="\#(top)" width="\#(width)" height="\#(Self.rowHeight)" fill="\#(colour)"/>"#)
    }
    guard span.text.contains(where: { $0 != " " }) else { return parts }
    // Whatever the reader's font has for wide characters, each keeps to its cells.
    parts.append(
      #"<text x="\#(left)" y="\#(top + Self.baseline)" textLength="\#(width)" lengthAdjust="spacingAndGlyphs" "#
        + #"fill="\#(span.isReversed ? Self.background : colour)"\#(span.isBold ? #" font-weight="bold""# : "") "#
        + #"xml:space="preserve">\#(Self.escaped(span.text))</text>"#)
    return parts
  }

  private static func colour(of span: PaintedScreen.Span) -> String {
    switch span.colour {
    case .normal: span.isDim ? "#8a8a94" : "#e6e6ea"
    case .red: "#ff7b72"
    case .green: "#7ee787"
    case .yellow: "#e3b341"
    case .cyan: "#79c0ff"
    }
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

  private static let columnWidth = 9
  private static let rowHeight = 20
  private static let baseline = 15
  private static let margin = 16
  private static let background = "#1e1e24"
}
#endif
