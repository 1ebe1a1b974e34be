extension Screen {
  /// Draws a scalar at the cursor and moves on.
  mutating func put(_ scalar: Unicode.Scalar) {
    let width = min(scalar.cellCount, columns)
    if width == 0 { return join(scalar) }
    if isWrapPending { startNextRow() }
    if cursor.column + width > columns {
      if wraps {
        erase(row: cursor.row, cursor.column..<columns)
        startNextRow()
      } else {
        cursor.column = columns - width
      }
    }
    blankHalves(beside: cursor.column..<cursor.column + width, row: cursor.row)
    cells[cursor.row][cursor.column] = Cell(text: String(scalar), style: style)
    if width == 2 { cells[cursor.row][cursor.column + 1] = Cell(text: "", style: style) }
    cursor.column += width
    if cursor.column == columns {
      cursor.column -= 1
      isWrapPending = wraps
    }
  }

  /// Blanks cells of one row, in the current background.
  mutating func erase(row: Int, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    blankHalves(beside: range, row: row)
    cells[row].replaceSubrange(range, with: repeatElement(.blank(style), count: range.count))
  }

  mutating func erase(rows: Range<Int>) {
    for row in rows { erase(row: row, 0..<columns) }
  }

  private mutating func startNextRow() {
    carriageReturn()
    index()
  }

  private mutating func join(_ mark: Unicode.Scalar) {
    var column = isWrapPending ? cursor.column : cursor.column - 1
    if column > 0, cells[cursor.row][column].text.isEmpty { column -= 1 }
    guard column >= 0 else { return }
    cells[cursor.row][column].text.unicodeScalars.append(mark)
  }

  /// Replaces cells; a wide character that loses a half loses the other too.
  /// Of a wide character that is half overwritten, the other half is blank.
  private mutating func blankHalves(beside range: Range<Int>, row: Int) {
    if range.lowerBound > 0, cells[row][range.lowerBound].text.isEmpty {
      cells[row][range.lowerBound - 1].text = " "
    }
    if range.upperBound < columns, cells[row][range.upperBound].text.isEmpty {
      cells[row][range.upperBound].text = " "
    }
  }
}
