/// What a terminal shows: a grid of cells, a cursor, and the modes a program has set.
package struct Screen: Sendable, Equatable {
  package struct Cell: Sendable, Equatable {
    /// The character with its combining marks; empty for the right half of a wide one.
    package internal(set) var text: String
    package internal(set) var style: Style

    static func blank(_ style: Style = Style()) -> Cell {
      var blankStyle = Style()
      blankStyle.background = style.background
      return Cell(text: " ", style: blankStyle)
    }
  }

  package struct Position: Sendable, Hashable {
    /// Counted from 0, as is the column.
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  struct SavedCursor: Sendable, Equatable {
    var cursor = Position(row: 0, column: 0)
    var style = Style()
  }

  struct HiddenMain: Sendable, Equatable {
    var cells: [[Cell]]
    var cursor: SavedCursor
  }

  package internal(set) var columns: Int
  package internal(set) var rows: Int
  package internal(set) var cursor = Position(row: 0, column: 0)
  package internal(set) var isCursorVisible = true
  /// Tells whether the program asked for pastes in brackets.
  package internal(set) var bracketsPastes = false
  package internal(set) var reportsMouse = false

  var cells: [[Cell]]
  var style = Style()
  var wraps = true
  /// The last column has been written; the next character goes to the next row.
  var isWrapPending = false
  var scrollRegion: ClosedRange<Int>
  var saved = SavedCursor()
  /// The main screen while the alternate one is shown.
  var hiddenMain: HiddenMain?

  init(columns: Int, rows: Int) {
    precondition(columns > 0 && rows > 0, "A screen has at least one cell, not \(columns) x \(rows).")
    self.columns = columns
    self.rows = rows
    cells = Self.blankRows(rows, columns)
    scrollRegion = 0...(rows - 1)
  }

  static func blankRows(_ rows: Int, _ columns: Int, _ style: Style = Style()) -> [[Cell]] {
    [[Cell]](repeating: [Cell](repeating: .blank(style), count: columns), count: rows)
  }
}
