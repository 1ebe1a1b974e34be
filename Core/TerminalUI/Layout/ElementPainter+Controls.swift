import ElementTree

extension ElementPainter {
  func button(_ element: Element, columns: Int) -> Block {
    let mark = element.traits.contains(.destructive) ? "× " : ""
    let label = WordWrap.truncated(mark + element.visibleLabel, columns: columns - 4)
    let text = element.isEnabled ? "[ \(label) ]" : "( \(label) )"
    return Block(lines: [StyledLine(text, pressableStyle(element))])
  }

  func toggle(_ element: Element, columns: Int) -> Block {
    let state = element.isSelected ? "x" : " "
    let box = element.isEnabled ? "[\(state)] " : "(\(state)) "
    let lines = wrapped(element.label, columns: columns - 4)
    return Block(
      lines: lines.enumerated().map { index, line in
        StyledLine((index == 0 ? box : "    ") + line, pressableStyle(element))
      })
  }

  /// A row of a list, marked where it has the focus and again where it is the chosen one.
  func cell(_ element: Element, columns: Int) -> Block {
    let style = pressableStyle(element)
    let value = WordWrap.truncated(element.visibleValue, columns: columns / 2)
    let valueColumns = TextWidth.columns(of: value)
    let marker = isFocused(element) ? "▸ " : element.isEnabled ? "  " : "- "
    let prefix = marker + (element.isSelected ? "● " : "") + element.mark
    let room = columns - valueColumns - (value.isEmpty ? 0 : 2) - TextWidth.columns(of: prefix)
    var line = StyledLine(prefix + WordWrap.truncated(element.visibleLabel, columns: room), style)
    line.pad(to: columns - valueColumns, style)
    line.append(value, style)
    return Block(lines: [line])
  }

  /// A tab on a line that is heavy below the chosen one.
  func tab(_ element: Element, columns: Int) -> Block {
    let badge = element.visibleValue.isEmpty ? "" : " (\(element.visibleValue))"
    let label = WordWrap.truncated(element.visibleLabel + badge, columns: columns - 2)
    let style = element.isSelected ? pressableStyle(element).with(.bold) : pressableStyle(element)
    let top = StyledLine(" \(label) ", style)
    let rule = String(repeating: element.isSelected ? "━" : "─", count: top.columns)
    return Block(lines: [top, StyledLine(rule, element.isSelected ? .plain : .dim)])
  }

  /// A label and a box; the label stands above the box where there is too little room beside it.
  func field(_ element: Element, columns: Int) -> Block {
    let isFocused = isFocused(element)
    let label = element.mark + element.visibleLabel
    let labelStyle = isFocused ? element.look.with(.bold) : element.look
    let indent = labelColumns == 0 ? 0 : labelColumns + 2
    let standsBeside = indent <= columns * 2 / 5
    let room = min(Self.widestField, (standsBeside ? columns - indent : columns) - 2)
    let content = fieldContent(element, columns: room)

    let edge = isFocused ? "┃" : element.isEnabled ? "│" : "┊"
    let edgeStyle = isFocused ? Style(colour: .cyan, attributes: .bold) : .dim
    var box = StyledLine(edge, edgeStyle)
    box.append(content.text, element.shownValue.isEmptyOrNil || !element.isEnabled ? .dim : .plain)
    box.pad(to: room + 1)
    box.append(edge, edgeStyle)

    var block = Block()
    if standsBeside {
      var line = StyledLine(label, labelStyle)
      line.pad(to: indent)
      line.append(box)
      block.lines = [line]
    } else {
      block.lines = wrapped(label, columns: columns).map { StyledLine($0, labelStyle) } + [box]
    }
    if isFocused {
      let column = (standsBeside ? indent : 0) + 1 + content.cursor
      block.cursor = Position(row: block.lines.count - 1, column: column)
    }
    return block
  }

  private static var widestField: Int { 48 }

  /// The part of the field's text that is in sight, and the column of the cursor in it.
  private func fieldContent(_ element: Element, columns: Int) -> (text: String, cursor: Int) {
    let value = element.shownValue ?? ""
    guard !value.isEmpty else {
      return (WordWrap.truncated(VisibleText.line(element.placeholder ?? ""), columns: columns), 0)
    }
    let pieces = value.map { VisibleText.line(String($0)) }
    guard isFocused(element) else { return (WordWrap.truncated(pieces.joined(), columns: columns), 0) }
    let position = min(cursor, pieces.count)
    var start = position
    var before = 0
    while start > 0 {
      let width = TextWidth.columns(of: pieces[start - 1])
      guard before + width < columns else { break }
      before += width
      start -= 1
    }
    var text = ""
    var used = 0
    for piece in pieces[start...] {
      used += TextWidth.columns(of: piece)
      guard used <= columns else { break }
      text += piece
    }
    return (text, before)
  }
}

extension String? {
  fileprivate var isEmptyOrNil: Bool { self?.isEmpty ?? true }
}
