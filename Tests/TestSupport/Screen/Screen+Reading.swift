extension Screen {
  /// Tells whether the program has switched to the alternate screen.
  package var isAlternate: Bool { hiddenMain != nil }

  /// Tells whether what is written next has no colours and no attributes.
  package var isStylePlain: Bool { style == Style() }

  /// The rows from top to bottom, without the blanks at their right ends.
  package var lines: [String] { cells.map(Self.trimmedText) }

  /// The main screen's rows, also while the alternate screen hides them.
  package var mainLines: [String] { (hiddenMain?.cells ?? cells).map(Self.trimmedText) }

  /// The lines down to the last one that is not empty.
  package var text: String {
    let lines = lines
    let end = lines.lastIndex { !$0.isEmpty } ?? -1
    return lines[...end].joined(separator: "\n")
  }

  package func contains(_ text: String) -> Bool { self.text.contains(text) }

  package subscript(row: Int, column: Int) -> Cell { cells[row][column] }

  /// Finds the first cell of the first occurrence of a text within one row.
  package func position(of text: String) -> Position? {
    for (row, line) in cells.enumerated() {
      let whole = line.map(\.text).joined()
      guard let found = whole.firstRange(of: text) else { continue }
      var remaining = whole[..<found.lowerBound].unicodeScalars.count
      let column = line.firstIndex { cell in
        defer { remaining -= cell.text.unicodeScalars.count }
        return remaining <= 0 && !cell.text.isEmpty
      }
      return column.map { Position(row: row, column: $0) }
    }
    return nil
  }

  /// Returns how the first occurrence of a text begins to be drawn; nil when the screen does not show it.
  package func style(of text: String) -> Style? {
    position(of: text).map { self[$0.row, $0.column].style }
  }

  private static func trimmedText(of line: [Cell]) -> String {
    let end = line.lastIndex { $0.text != " " } ?? -1
    return line[...end].map(\.text).joined()
  }
}

extension Screen: CustomStringConvertible {
  /// The screen in a frame, with the cursor's place below it.
  package var description: String {
    let edge = "+" + String(repeating: "-", count: columns) + "+"
    let body = cells.map { "|" + $0.map(\.text).joined() + "|" }
    let visibility = isCursorVisible ? "" : ", hidden"
    let kind = isAlternate ? "alternate screen" : "main screen"
    let caption = "\(kind), cursor at row \(cursor.row), column \(cursor.column)\(visibility)"
    return ([edge] + body + [edge, caption]).joined(separator: "\n")
  }
}
