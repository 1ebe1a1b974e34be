import ElementTree

extension PageLayout {
  /// Paints what floats at the right end of the row above the footer.
  ///
  /// That row belongs to nothing else: with much room it is the empty line between page and footer, with little room
  /// the page gives it up. So it covers neither a control nor an alert, at any size.
  func paintFloating(on page: inout Page) {
    var painter = painter(visibleRows: 1)
    var right = left + columns
    for element in tree.floatingElements.reversed() {
      guard let line = painter.paint(element, columns: columns).lines.first else { continue }
      right -= line.columns
      guard right >= left else { return }
      page.buffer.write(line, at: Position(row: size.rows - 2, column: right))
      right -= 2
    }
  }
}
