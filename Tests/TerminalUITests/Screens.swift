import ElementTree

@testable import TerminalUI

/// The rows of a terminal that shows the tree, without the empty ones at the end of the page.
func screen(
  _ tree: some ElementConvertible, columns: Int, rows: Int, focused: String? = nil, cursor: Int = 0,
  notice: String? = nil, scroll: ScrollState = ScrollState()
) -> [String] {
  page(
    tree, columns: columns, rows: rows, focused: focused, cursor: cursor, notice: notice, scroll: scroll
  ).buffer.lines
}

func page(
  _ tree: some ElementConvertible, columns: Int, rows: Int, focused: String? = nil, cursor: Int = 0,
  notice: String? = nil, scroll: ScrollState = ScrollState()
) -> Page {
  PageLayout(
    tree: tree.element, title: "Kitchen", size: Size(columns: columns, rows: rows),
    focused: focused ?? FocusOrder(tree.element).current?.identifier, cursor: cursor, notice: notice,
    scroll: scroll
  ).page()
}

extension [String] {
  var text: String { joined(separator: "\n") }

  /// The rows between the header and the footer, without the empty ones around them.
  var body: [String] {
    var rows = dropFirst(count < 16 ? 1 : 3).dropLast()
    while rows.last == "" { rows.removeLast() }
    return Array(rows)
  }
}

extension Page {
  /// The style of the first cell of the text.
  func style(of text: String) -> Style? {
    for (row, line) in buffer.lines.enumerated() {
      guard let range = line.range(of: text) else { continue }
      let column = TextWidth.columns(of: String(line[..<range.lowerBound]))
      return buffer[row, column].style
    }
    return nil
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.lazy.compactMap { start in
      self[start...].hasPrefix(text) ? start..<self.index(start, offsetBy: text.count) : nil
    }.first
  }
}
