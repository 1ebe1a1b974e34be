struct Size: Hashable, Sendable {
  var columns: Int
  var rows: Int
}

/// The position of a cell, counted from the upper left corner.
struct Position: Hashable, Sendable {
  var row: Int
  var column: Int
}

/// A grid of styled cells: what a terminal shows.
struct CellBuffer: Equatable {
  struct Cell: Equatable {
    /// One character; empty in the right half of a wide one.
    var text = " "
    var style = Style.plain

    static let blank = Self()
  }

  private(set) var size: Size
  private(set) var cells: [Cell]

  init(size: Size) {
    self.size = size
    cells = Array(repeating: Cell(), count: max(0, size.columns) * max(0, size.rows))
  }

  subscript(row: Int, column: Int) -> Cell { cells[row * size.columns + column] }

  func row(_ row: Int) -> ArraySlice<Cell> { cells[row * size.columns..<(row + 1) * size.columns] }

  /// The rows as text, without the blanks at their ends.
  var lines: [String] {
    (0..<size.rows).map { row in
      var line = (0..<size.columns).map { self[row, $0].text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Writes the line from the position on, without what is outside of the grid or beyond the limit.
  mutating func write(_ line: StyledLine, at position: Position, columns limit: Int = .max) {
    guard (0..<size.rows).contains(position.row), position.column >= 0, limit > 0 else { return }
    let end = limit > size.columns - position.column ? size.columns : position.column + limit
    var column = position.column
    for span in line.spans {
      for character in span.text {
        let width = TextWidth.columns(of: character)
        guard column + width <= end else { return }
        guard width > 0 else { continue }
        put(character, width: width, style: span.style, row: position.row, column: column)
        column += width
      }
    }
  }

  /// Adds a row at the end.
  mutating func appendRow(_ line: StyledLine, column: Int) {
    cells += Array(repeating: Cell(), count: max(0, size.columns))
    size.rows += 1
    write(line, at: Position(row: size.rows - 1, column: column))
  }

  /// Puts ASCII characters in place of all others, each like the one before.
  mutating func reduceToASCII() {
    for index in cells.indices where cells[index].text.utf8.count > 1 {
      for (offset, character) in ASCIIText.like(cells[index].text).enumerated() {
        cells[index + offset] = Cell(text: String(character), style: cells[index].style)
      }
    }
  }

  /// Dims every cell, so that something else stands out.
  mutating func dim() {
    for index in cells.indices { cells[index].style = .dim }
  }

  private mutating func put(_ character: Character, width: Int, style: Style, row: Int, column: Int) {
    let start = row * size.columns + column
    if cells[start].text.isEmpty { cells[start - 1].text = " " }
    let after = start + width
    if column + width < size.columns, cells[after].text.isEmpty { cells[after].text = " " }
    cells[start] = Cell(text: String(character), style: style)
    if width == 2 { cells[start + 1] = Cell(text: "", style: style) }
  }
}

/// Everything on the terminal: its cells, and the cursor if somebody can type.
struct Frame: Equatable {
  var buffer: CellBuffer
  var cursor: Position?
}
