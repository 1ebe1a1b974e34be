import ElementTree

extension ElementPainter {
  /// A row of a list, with one mark if it has the keyboard, and another if it is selected. It is one line long; the row
  /// with the keyboard, and one that cannot have it, show all that they say.
  func cell(_ element: Element, columns: Int) -> Block {
    let style = pressableStyle(element)
    let showsAll = isFocused(element) || !element.isFocusable
    func fitted(_ text: String, _ columns: Int) -> [String] {
      showsAll ? wrapped(text, columns: columns) : [WordWrap.truncated(text, columns: columns)]
    }
    let marker = isFocused(element) ? "▸ " : element.isEnabled ? "  " : "- "
    let prefix = marker + (element.isSelected ? "● " : "") + element.mark
    let indent = TextWidth.columns(of: prefix)
    var values = fitted(element.visibleValue, columns / 2)
    let valueColumns = values.map { TextWidth.columns(of: $0) }.max() ?? 0
    var room = columns - valueColumns - (valueColumns == 0 ? 0 : 2) - indent
    // A value that leaves the label no room for words stands below it.
    let narrowest = min(TextWidth.columns(of: element.visibleLabel), Self.narrowestLabel)
    let isStacked = showsAll && valueColumns > 0 && room < narrowest
    if isStacked {
      room = columns - indent
      values = fitted(element.visibleValue, room)
    }
    let labels = fitted(element.visibleLabel, room)
    values = Array(repeating: "", count: isStacked ? labels.count : 0) + values
    return Block(
      lines: (0..<max(labels.count, values.count)).map { row in
        let start = row == 0 ? prefix : String(repeating: " ", count: indent)
        var line = StyledLine(start + (row < labels.count ? labels[row] : ""), style)
        let value = row < values.count ? values[row] : ""
        line.pad(to: columns - TextWidth.columns(of: value), style)
        line.append(value, style)
        return line
      })
  }

  private static var narrowestLabel: Int { 12 }

  /// The columns that a row needs to say everything on one line.
  static func wholeColumns(_ cell: Element) -> Int {
    let value = TextWidth.columns(of: cell.visibleValue)
    let label = TextWidth.columns(of: cell.mark + cell.visibleLabel) + (cell.isSelected ? 4 : 2)
    // A value has at most half of a row.
    return max(label + (value == 0 ? 0 : value + 2), 2 * value) + 2
  }
}
