package import ElementTree

/// Turns elements into lines.
struct ElementPainter {
  /// The identifier of the element that has the keyboard.
  private let focused: String?
  /// The position of the cursor in the text of the field that has the keyboard.
  private let cursor: Int
  /// Whether there is too little room for empty lines.
  private let isCompact: Bool
  /// The number of rows for the page.
  private let visibleRows: Int
  /// The most rows that a list may take before it scrolls by itself.
  var listLimit = Int.max
  /// The most rows of a list that does not, whatever the limit.
  var longestWholeList = 0
  /// How far each list is scrolled.
  private(set) var listOffsets: [String: Int]
  /// Whether lists scroll to the row that has the keyboard.
  private let followsInLists: Bool
  /// Counts while something moves.
  private let beat: Int
  /// The full height of each list that was painted so far, in rows.
  private(set) var listHeights: [Int] = []
  /// What is not shown whole and nowhere else, of what was painted so far.
  private(set) var cuts: [CutText] = []
  /// The width of the labels of the fields that stand below one another.
  private var labelColumns = 0

  init(
    focused: String?, cursor: Int, isCompact: Bool, visibleRows: Int, scroll: ScrollState, beat: Int
  ) {
    self.focused = focused
    self.cursor = cursor
    self.isCompact = isCompact
    self.visibleRows = visibleRows
    listOffsets = scroll.lists
    followsInLists = scroll.followsInLists
    self.beat = beat
  }

  mutating func paint(_ element: Element, columns: Int) -> Block {
    var block: Block
    switch element.role {
    case .alert: return Block()  // Stands in front of the page, not in it.
    case .window, .screen: return stack(element.children, columns: columns)
    case .group: return group(element, columns: columns)
    case .list: return list(element, columns: columns)
    case .tabBar: return tabBar(element, columns: columns)
    case .text: block = text(element, columns: columns)
    case .button: block = button(element, columns: columns)
    case .toggle: block = choice(element, mark: "x", box: ("[", "]"), columns: columns)
    case .radioButton: block = choice(element, mark: "•", box: ("(", ")"), columns: columns)
    case .textField, .secureField: block = field(element, columns: columns)
    case .cell: block = cell(element, columns: columns)
    case .tab: block = tab(element, columns: columns)
    case .progress: block = progress(element, columns: columns)
    case .image: block = image(element, columns: columns)
    }
    if let wide = block.lines.first(where: { $0.columns > columns }) {
      cuts.append(CutText(wide.spans.map(\.text).joined(), of: element, isMarked: false))
    }
    if let identifier = element.identifier {
      let place = Block.Target(
        identifier: identifier, rows: 0..<block.lines.count, columns: 0..<block.columns)
      if element.isFocusable { block.targets.append(place) } else { block.others.append(place) }
    }
    if !element.children.isEmpty {
      block.append(stack(element.children, columns: columns - 2).indented(by: 2))
    }
    return block
  }

  func isFocused(_ element: Element) -> Bool { element.isFocusable && element.identifier == focused }

  /// The style of something that can be pressed, reversed while it has the keyboard.
  func pressableStyle(_ element: Element) -> Style {
    isFocused(element) ? element.look.with(.reverse) : element.look
  }

  // MARK: - Containers

  /// Paints the elements one below the other.
  mutating func stack(_ elements: [Element], columns: Int) -> Block {
    let outerLabelColumns = labelColumns
    defer { labelColumns = outerLabelColumns }
    labelColumns = Self.labelColumns(of: elements)
    var result = Block()
    var last: Element?
    for element in elements {
      let block = paint(element, columns: columns)
      guard !block.lines.isEmpty else { continue }
      let gap = last.map { isCompact ? 0 : $0.gap(before: element) } ?? 0
      result.append(block, gap: gap)
      if element.traits.contains(.failure), last?.role.isEditable == true, !result.targets.isEmpty {
        // Whoever looks for the field finds what is wrong with it, too.
        let index = result.targets.count - 1
        result.targets[index].rows = result.targets[index].rows.lowerBound..<result.lines.count
      }
      last = element
    }
    return result
  }

  private mutating func group(_ element: Element, columns: Int) -> Block {
    var result = title(of: element, columns: columns)
    let isRow = element.traits.contains(.row)
    result.append(
      isRow ? row(element.children, gap: 2, columns: columns) : stack(element.children, columns: columns))
    return result
  }

  private mutating func tabBar(_ element: Element, columns: Int) -> Block {
    var result = row(element.children, gap: 0, columns: columns)
    for index in result.lines.indices where index % 2 == 1 {
      let missing = max(0, columns - result.lines[index].columns)
      result.lines[index].append(String(repeating: "─", count: missing), .dim)
    }
    return result
  }

  /// The rows of a list; if they do not fit, those around the current one, and a scroll bar.
  private mutating func list(_ element: Element, columns: Int) -> Block {
    var result = title(of: element, columns: columns)
    var rows = stack(element.children, columns: columns)
    listHeights.append(rows.lines.count)
    if rows.lines.count > max(listLimit, longestWholeList), !rows.targets.isEmpty {
      rows = stack(element.children, columns: columns - 2)
      let total = rows.lines.count
      let key = element.identifier ?? ""
      let offset = Scrolling.offset(
        showing: followsInLists ? focused : nil, of: rows, visible: listLimit, current: listOffsets[key] ?? 0)
      listOffsets[key] = offset
      rows = rows.window(offset..<(offset + listLimit))
      for (row, mark) in Scrolling.bar(visible: listLimit, total: total, offset: offset).enumerated() {
        rows.lines[row].pad(to: columns - 1)
        rows.lines[row].append(mark)
      }
    }
    result.append(rows)
    return result
  }

  private func title(of element: Element, columns: Int) -> Block {
    guard !element.label.isEmpty else { return Block() }
    return Block(lines: wrapped(element.label, columns: columns).map { StyledLine($0, .bold) })
  }

  /// Elements side by side: each as wide as it is or, if one of them fills its line, in columns of equal width.
  private mutating func row(_ elements: [Element], gap: Int, columns: Int) -> Block {
    let shown = elements.filter { $0.role != .alert }
    guard shown.contains(where: \.fillsLine) else { return flow(shown, gap: gap, columns: columns) }
    let each = (columns - gap * (shown.count - 1)) / shown.count
    guard each >= 20 else { return stack(shown, columns: columns) }
    var result = Block()
    for (index, element) in shown.enumerated() {
      result.appendBeside(stack([element], columns: each), column: index * (each + gap))
    }
    return result
  }

  /// Elements side by side, continued on the next line where there is no more room.
  private mutating func flow(_ elements: [Element], gap: Int, columns: Int) -> Block {
    var result = Block()
    var line = Block()
    for element in elements {
      let block = paint(element, columns: columns)
      guard !block.lines.isEmpty else { continue }
      if line.columns > 0, line.columns + gap + block.columns > columns {
        result.append(line)
        line = Block()
      }
      line.appendBeside(block, column: line.columns == 0 ? 0 : line.columns + gap)
    }
    result.append(line)
    return result
  }

  private static func labelColumns(of elements: [Element]) -> Int {
    elements.filter(\.role.isEditable).map { TextWidth.columns(of: $0.mark + $0.visibleLabel) }.max() ?? 0
  }

  // MARK: - What can be pressed or typed into

  private mutating func button(_ element: Element, columns: Int) -> Block {
    let mark = element.traits.contains(.destructive) ? "× " : ""
    let key = element.shortcut.map { " ^\($0.uppercased())" } ?? ""
    let (text, room) = (mark + element.visibleLabel, columns - 4 - key.count)
    // The button with the keyboard shows all that it says.
    let label =
      (element.isFocusable
        ? WordWrap.truncated(text, columns: room) : cut(text, of: element, columns: room)) + key
    let (left, right) = element.isEnabled ? ("[ ", " ]") : ("( ", " )")
    let lines = isFocused(element) ? wrapped(mark + element.label + key, columns: columns - 4) : [label]
    return Block(
      lines: lines.enumerated().map { index, line in
        let end = index == lines.count - 1 ? right : ""
        return StyledLine((index == 0 ? left : "  ") + line + end, pressableStyle(element))
      })
  }

  /// A toggle or one of several answers, with a mark in its box if it is on or chosen.
  private func choice(
    _ element: Element, mark: String, box: (left: String, right: String), columns: Int
  ) -> Block {
    let (left, right) = element.isEnabled ? box : ("┊", "┊")
    let box = left + (element.isSelected ? mark : " ") + right + " "
    let lines = wrapped(element.label, columns: columns - 4)
    return Block(
      lines: lines.enumerated().map { index, line in
        StyledLine((index == 0 ? box : "    ") + line, pressableStyle(element))
      })
  }

  /// Shortens what is shown whole nowhere else, and notes it.
  private mutating func cut(_ text: String, of element: Element, columns: Int) -> String {
    let shown = WordWrap.truncated(text, columns: columns)
    if shown != text { cuts.append(CutText(text, of: element, isMarked: true)) }
    return shown
  }

  /// A tab above a line, which is heavy for the selected tab.
  private mutating func tab(_ element: Element, columns: Int) -> Block {
    let badge = element.visibleValue.isEmpty ? "" : " (\(element.visibleValue))"
    let label = cut(element.visibleLabel + badge, of: element, columns: columns - 2)
    let style = element.isSelected ? pressableStyle(element).with(.bold) : pressableStyle(element)
    let top = StyledLine(" \(label) ", style)
    let rule = String(repeating: element.isSelected ? "━" : "─", count: top.columns)
    return Block(lines: [top, StyledLine(rule, element.isSelected ? .plain : .dim)])
  }

  /// A label and a box, side by side or, with too little room, one above the other.
  private mutating func field(_ element: Element, columns: Int) -> Block {
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
  private static var widestText: Int { 72 }

  /// The visible part of the field's text, and the column of the cursor in it.
  private mutating func fieldContent(_ element: Element, columns: Int) -> (text: String, cursor: Int) {
    let value = element.shownValue ?? ""
    guard !value.isEmpty else {
      // In parentheses, so that it is no value to whoever does not see that it is dim.
      let hint = element.placeholder.map { "(\(VisibleText.line($0)))" } ?? ""
      return (cut(hint, of: element, columns: columns), 0)
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

  // MARK: - What is only shown

  private func text(_ element: Element, columns: Int) -> Block {
    guard !element.label.isEmpty else { return Block() }
    let mark = element.mark
    let indent = TextWidth.columns(of: mark)
    // Long lines are hard to read.
    let lines = wrapped(element.label, columns: min(columns, Self.widestText) - indent)
    return Block(
      lines: lines.enumerated().map { index, line in
        StyledLine((index == 0 ? mark : String(repeating: " ", count: indent)) + line, element.look)
      })
  }

  /// A label, a bar and the percentage; with too little room, the label stands above the bar.
  private func progress(_ element: Element, columns: Int) -> Block {
    guard element.fraction != nil || element.value != nil else {
      let dots = Waiting.dots(beat)
      return Block(
        lines: wrapped(element.mark + element.label + " " + dots, columns: columns).map {
          StyledLine($0, element.look)
        })
    }
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

  /// The drawing, centred; with too little room, its label in words.
  private func image(_ element: Element, columns: Int) -> Block {
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

extension Element {
  /// Whether the element, or one inside it, takes the full width.
  package var fillsLine: Bool {
    switch role {
    case .textField, .secureField, .list, .cell, .progress, .tabBar: true
    default: children.contains(where: \.fillsLine)
    }
  }
}

extension String? {
  fileprivate var isEmptyOrNil: Bool { self?.isEmpty ?? true }
}
