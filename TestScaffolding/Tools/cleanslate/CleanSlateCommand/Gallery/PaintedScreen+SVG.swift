#if DEBUG
import TerminalUI

extension PaintedScreen {
  /// The size of a cell in the units of a picture.
  static var cell: (width: Int, height: Int) { (6, 13) }

  /// The picture as the inside of a `<symbol>`: a text for each span, in classes for its look, on the grid of the terminal.
  ///
  /// Colours are the page's, so the picture without colour is this one as well: `NO_COLOR` takes nothing else away.
  var svg: String {
    rows.enumerated().flatMap { row, spans in spans.map { Self.svg(of: $0, row: row) } }.joined()
  }

  /// The corners of the picture.
  var viewBox: String { "0 0 \(columns * Self.cell.width) \(rows.count * Self.cell.height)" }

  private static func svg(of span: Span, row: Int) -> String {
    let (x, top) = (span.column * cell.width, row * cell.height)
    let width = span.columns * cell.width
    var classes = [span.colour == .normal ? nil : "\(span.colour)", span.isBold ? "bold" : nil]
    classes += [span.isDim ? "dim" : nil, span.isReversed ? "reversed" : nil]
    let look = classes.compactMap(\.self).joined(separator: " ")
    let attribute = look.isEmpty ? "" : " class=\"\(look)\""
    let back =
      span.isReversed
      ? "<rect\(attribute) x=\"\(x)\" y=\"\(top)\" width=\"\(width)\" height=\"\(cell.height)\"/>" : ""
    // Blanks at the ends are seen only where they are reversed, and then they are the rectangle.
    let start = span.text.prefix { $0 == " " }.count
    let text = span.text.dropFirst(start).reversed().drop { $0 == " " }.reversed()
    guard !text.isEmpty else { return back }
    let blanks = span.text.count - text.count
    return back
      + "<text\(attribute) x=\"\(x + start * cell.width)\" y=\"\(top + baseline)\" "
      + "textLength=\"\(width - blanks * cell.width)\">\(escaped(String(text)))</text>"
  }

  private static let baseline = 10

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
#endif
