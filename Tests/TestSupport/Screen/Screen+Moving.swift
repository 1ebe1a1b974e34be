extension Screen {
  mutating func carriageReturn() { move(toColumn: 0) }

  mutating func move(toRow row: Int? = nil, toColumn column: Int? = nil) {
    cursor.row = min(max(0, row ?? cursor.row), rows - 1)
    cursor.column = min(max(0, column ?? cursor.column), columns - 1)
    isWrapPending = false
  }

  /// Moves up or down; the edge of the scroll region, from within, is as far as it goes.
  mutating func move(rows count: Int) {
    let isInside = scrollRegion.contains(cursor.row)
    let top = isInside || cursor.row > scrollRegion.upperBound ? scrollRegion.lowerBound : 0
    let bottom = isInside || cursor.row < scrollRegion.lowerBound ? scrollRegion.upperBound : rows - 1
    move(toRow: count < 0 ? max(top, cursor.row + count) : min(bottom, cursor.row + count))
  }

  mutating func moveToNextTab() { move(toColumn: (cursor.column / 8 + 1) * 8) }

  /// Moves down one row; at the end of the scroll region its contents move up instead.
  mutating func index() {
    if cursor.row == scrollRegion.upperBound {
      cells.remove(at: scrollRegion.lowerBound)
      cells.insert(Self.blankRows(1, columns, style)[0], at: scrollRegion.upperBound)
      isWrapPending = false
    } else {
      move(toRow: cursor.row + 1)
    }
  }

  /// Moves up one row; at the start of the scroll region its contents move down instead.
  mutating func reverseIndex() {
    if cursor.row == scrollRegion.lowerBound {
      cells.remove(at: scrollRegion.upperBound)
      cells.insert(Self.blankRows(1, columns, style)[0], at: scrollRegion.lowerBound)
      isWrapPending = false
    } else {
      move(toRow: cursor.row - 1)
    }
  }

  /// Limits scrolling to the rows from top to bottom, when that is at least two rows, and goes home.
  mutating func setScrollRegion(top: Int, bottom: Int) {
    let bottom = min(bottom, rows - 1)
    guard top < bottom else { return }
    scrollRegion = top...bottom
    move(toRow: 0, toColumn: 0)
  }

  mutating func saveCursor() { saved = SavedCursor(cursor: cursor, style: style) }

  mutating func restoreCursor() { restore(saved) }

  private mutating func restore(_ saved: SavedCursor) {
    style = saved.style
    move(toRow: saved.cursor.row, toColumn: saved.cursor.column)
  }

  /// Shows an empty screen instead of the main one, or the main one as it was.
  mutating func showAlternate(_ isOn: Bool) {
    if isOn, hiddenMain == nil {
      hiddenMain = HiddenMain(cells: cells, cursor: SavedCursor(cursor: cursor, style: style))
      cells = Self.blankRows(rows, columns, style)
    } else if !isOn, let main = hiddenMain {
      hiddenMain = nil
      cells = main.cells
      restore(main.cursor)
    }
  }

  /// Takes another size: the upper left part stays, on both screens.
  mutating func resize(columns: Int, rows: Int) {
    precondition(columns > 0 && rows > 0, "A screen has at least one cell, not \(columns) x \(rows).")
    self.columns = columns
    self.rows = rows
    cells = fitted(cells)
    if var main = hiddenMain {
      main.cells = fitted(main.cells)
      hiddenMain = main
    }
    scrollRegion = 0...(rows - 1)
    move()
  }

  private func fitted(_ cells: [[Cell]]) -> [[Cell]] {
    let kept = cells.prefix(rows).map { line in
      var line = Array(line.prefix(columns))
      line += [Cell](repeating: .blank(), count: columns - line.count)
      return line
    }
    return kept + Self.blankRows(rows - kept.count, columns)
  }
}
