package import ElementTree

/// A screen as a terminal shows it, in as many rows as it takes to show all of it.
package struct PaintedScreen: Equatable, Sendable {
  /// Neighbouring cells of one look.
  package struct Span: Equatable, Sendable {
    package fileprivate(set) var text: String
    package let column: Int
    package fileprivate(set) var columns: Int
    package let colour: Colour
    package let isBold: Bool
    package let isDim: Bool
    package let isReversed: Bool
  }

  /// The spans of each row; blanks at its end are left out.
  package let rows: [[Span]]
  package let columns: Int
  /// Where the elements are that can be seen, by their identifiers. Groups and lists are where their contents are.
  package let places: [String: ScreenSurvey.Place]
  /// The screen in words, as plain mode writes it: there no colour says what is disabled, or only a hint.
  package let text: String

  /// Paints the window of an app.
  package init(_ tree: Element, title: String, columns: Int = 80) {
    let page = Self.page(tree, title, columns)
    self.columns = columns
    rows = (0..<page.buffer.size.rows).map { Self.spans(ofRow: $0, page) }
    places = Dictionary(
      (page.targets + page.others).map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    text = LineScreen(tree).text
  }

  private static func page(_ tree: Element, _ title: String, _ columns: Int) -> Page {
    let focus = FocusOrder(tree).current
    let layout = PageLayout(
      tree: tree, title: title, size: Size(columns: columns, rows: fewestRows), focused: focus?.identifier,
      cursor: focus?.element.value?.count ?? 0)
    func page(rows: Int) -> Page {
      var layout = layout
      layout.size.rows = rows
      return layout.page()
    }
    var rows = fewestRows
    var whole = page(rows: rows)
    while whole.hidesSome, rows < mostRows {
      // One that shows all does so with some rows more, too.
      let missing = (max(1, whole.missingRows) + rowStep - 1) / rowStep * rowStep
      rows = min(mostRows, rows + missing)
      whole = page(rows: rows)
    }
    return whole
  }

  private static func spans(ofRow row: Int, _ page: Page) -> [Span] {
    var spans: [Span] = []
    var end = page.buffer.size.columns
    while end > 0, page.buffer[row, end - 1] == CellBuffer.Cell() { end -= 1 }
    for column in 0..<end {
      let cell = page.buffer[row, column]
      let isCursor = page.cursor == Position(row: row, column: column)
      let next = Span(
        text: cell.text, column: column, columns: 1, colour: cell.style.colour,
        isBold: cell.style.attributes.contains(.bold), isDim: cell.style.attributes.contains(.dim),
        isReversed: cell.style.attributes.contains(.reverse) != isCursor)
      if let last = spans.last, last.looks(like: next) {
        spans[spans.count - 1].text += next.text
        spans[spans.count - 1].columns += 1
      } else {
        spans.append(next)
      }
    }
    return spans
  }

  private static let fewestRows = 24
  private static let rowStep = 4
  private static let mostRows = 500
}

extension PaintedScreen.Span {
  fileprivate func looks(like other: Self) -> Bool {
    colour == other.colour && isBold == other.isBold && isDim == other.isDim && isReversed == other.isReversed
  }
}
