import ElementTree

extension ElementPainter {
  func text(_ element: Element, columns: Int) -> Block {
    guard !element.label.isEmpty else { return Block() }
    let mark = element.mark
    let indent = TextWidth.columns(of: mark)
    let lines = wrapped(element.label, columns: columns - indent)
    return Block(
      lines: lines.enumerated().map { index, line in
        StyledLine((index == 0 ? mark : String(repeating: " ", count: indent)) + line, element.look)
      })
  }

  /// A label, a bar and the percentage; the label stands above the bar where there is too little room beside it.
  func progress(_ element: Element, columns: Int) -> Block {
    let fraction = element.fraction.map { $0.isNaN ? 0 : min(max($0, 0), 1) } ?? 0
    let percentage = element.value.map { VisibleText.line($0) } ?? "\(Int(fraction * 100 + 0.5))%"
    let percentageColumns = max(4, TextWidth.columns(of: percentage))
    let label = element.mark + element.visibleLabel
    let labelColumns = label.isEmpty ? 0 : TextWidth.columns(of: label) + 2
    let standsBeside = labelColumns <= columns / 2
    let room = (standsBeside ? columns - labelColumns : columns) - percentageColumns - 2
    let length = max(0, min(Self.longestBar, room))
    let filled = Int(fraction * Double(length) + 0.5)

    var line = StyledLine()
    if standsBeside {
      line.append(label, element.look)
      line.pad(to: labelColumns)
    }
    line.append(String(repeating: "█", count: filled), Style(colour: .cyan))
    line.append(String(repeating: "░", count: length - filled), .dim)
    line.append("  " + percentage, .bold)
    let above = standsBeside ? [] : wrapped(label, columns: columns).map { StyledLine($0, element.look) }
    return Block(lines: above + [line])
  }

  /// The drawing in the middle of the page, or what it shows in words where there is too little room.
  func image(_ element: Element, columns: Int) -> Block {
    let drawing = VisibleText.lines(element.value ?? "")
    let width = drawing.map { TextWidth.columns(of: $0) }.max() ?? 0
    guard width > 0, width <= columns, drawing.count <= visibleRows / 2 else {
      let lines = element.label.isEmpty ? [] : wrapped("(\(element.label))", columns: columns)
      return Block(lines: lines.map { StyledLine($0, .dim) })
    }
    return Block(lines: drawing.map { StyledLine($0, element.look) }).indented(by: (columns - width) / 2)
  }

  func wrapped(_ text: String, columns: Int) -> [String] {
    VisibleText.lines(text).flatMap { WordWrap.lines($0, columns: columns) }
  }

  private static var longestBar: Int { 48 }
}
