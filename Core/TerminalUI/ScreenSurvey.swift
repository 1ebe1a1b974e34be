package import ElementTree

/// Where a terminal of one width has the controls of a screen, and what it does not show whole: for whoever judges drawings.
package struct ScreenSurvey {
  /// The rows and columns that an element takes.
  package struct Place: Equatable, Sendable {
    package var identifier: String
    package var rows: Range<Int>
    package var columns = 0..<0

    func contains(_ position: Position) -> Bool {
      rows.contains(position.row) && columns.contains(position.column)
    }

    func moved(by origin: Position) -> Place {
      Place(
        identifier: identifier, rows: (rows.lowerBound + origin.row)..<(rows.upperBound + origin.row),
        columns: (columns.lowerBound + origin.column)..<(columns.upperBound + origin.column))
    }
  }

  package let places: [Place]
  package var placesByName: [String: Place] {
    Dictionary(places.map { ($0.identifier, $0) }) { first, _ in first }
  }
  package let cuts: [CutText]
  /// The columns of the terminal that the page takes.
  package let columns: Range<Int>

  /// Paints the screen in as many rows as it takes to show all of it.
  package init(_ tree: Element, columns: Int) {
    var layout = PageLayout(
      tree: tree, title: "", size: Size(columns: columns, rows: 48 + 3 * tree.allElements.count),
      focused: FocusOrder(tree).current?.identifier)
    layout.fillsCells = false
    var page = layout.page()
    while page.hidesSome, layout.size.rows < Self.mostRows {
      layout.size.rows *= 2
      page = layout.page()
    }
    places = page.targets
    cuts = page.cuts
    self.columns = page.left..<(page.left + page.columns)
  }

  private static let mostRows = 10_000
}

/// A text that is not shown whole, and nowhere else.
package struct CutText: Equatable {
  package let text: String
  package let element: Element
  /// Whether an ellipsis says that something is missing.
  package let isMarked: Bool

  init(_ text: String, of element: Element, isMarked: Bool) {
    (self.text, self.element, self.isMarked) = (text, element, isMarked)
  }
}

extension Page {
  /// Whether the page does not show all. A list that is too long is shortened, and scrolls by itself.
  var hidesSome: Bool { overflows || !scroll.lists.isEmpty }

}

/// What tells two elements apart.
package enum Difference {
  /// Whether two elements look different, in colour or without.
  package static func isSeen(_ one: Element, _ other: Element, inColour: Bool) -> Bool {
    lines(of: one, inColour) != lines(of: other, inColour)
  }

  /// Whether plain mode says something else of two elements.
  package static func isSaid(_ one: Element, _ other: Element) -> Bool {
    LineScreen(one).lines != LineScreen(other).lines
  }

  /// The identifiers of all of which plain mode says something else after a change.
  package static func said(from old: Element, to new: Element) -> Set<String> {
    let before = LineScreen(old)
    let (olds, news) = (before.wordsByOwner, LineScreen(new, after: before).wordsByOwner)
    return Set(olds.keys).union(news.keys).filter { olds[$0] != news[$0] }
  }

  private static func lines(of element: Element, _ inColour: Bool) -> [StyledLine] {
    var painter = ElementPainter(
      focused: element.isFocused ? element.identifier : nil, cursor: 0, isCompact: false, visibleRows: 48,
      scroll: ScrollState(), beat: 0)
    let lines = painter.paint(element, columns: 72).lines
    return inColour ? lines : lines.map(\.withoutColour)
  }
}

extension StyledLine {
  fileprivate var withoutColour: StyledLine {
    spans.reduce(into: StyledLine()) { line, span in
      var style = span.style
      style.colour = .normal
      line.append(span.text, style)
    }
  }
}
