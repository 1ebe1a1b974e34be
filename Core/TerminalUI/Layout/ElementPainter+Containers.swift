import ElementTree

extension ElementPainter {
  /// One element below the other.
  mutating func stack(_ elements: [Element], columns: Int) -> Block {
    let outerLabelColumns = labelColumns
    defer { labelColumns = outerLabelColumns }
    labelColumns = Self.labelColumns(of: elements)
    var result = Block()
    var last: Element?
    for element in elements {
      let block = paint(element, columns: columns)
      guard !block.lines.isEmpty else { continue }
      let gap = last.map { isCompact ? 0 : Spacing.gap(between: $0, and: element) } ?? 0
      result.append(block, gap: gap)
      last = element
    }
    return result
  }

  mutating func group(_ element: Element, columns: Int) -> Block {
    var result = title(of: element, columns: columns)
    let isRow = element.traits.contains(.row)
    result.append(
      isRow ? row(element.children, gap: 2, columns: columns) : stack(element.children, columns: columns))
    return result
  }

  mutating func tabBar(_ element: Element, columns: Int) -> Block {
    var result = row(element.children, gap: 0, columns: columns)
    for index in result.lines.indices where index % 2 == 1 {
      let missing = max(0, columns - result.lines[index].columns)
      result.lines[index].append(String(repeating: "─", count: missing), .dim)
    }
    return result
  }

  /// The rows of a list; when they do not fit, those around the focused one and a bar that says where they are.
  mutating func list(_ element: Element, columns: Int) -> Block {
    var result = title(of: element, columns: columns)
    var rows = stack(element.children, columns: columns)
    listHeights.append(rows.lines.count)
    if rows.lines.count > listLimit, !rows.targets.isEmpty {
      rows = stack(element.children, columns: columns - 2)
      let total = rows.lines.count
      let key = element.identifier ?? ""
      let offset = Scrolling.offset(
        showing: focused, of: rows, visible: listLimit, current: listOffsets[key] ?? 0)
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

  /// Elements side by side: each as wide as it is, or columns of one width if any of them fills its line.
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

  /// Elements side by side, which go on in the next line where there is no more room.
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
}

extension Element {
  /// Whether the element, or one inside it, is as wide as it may be.
  fileprivate var fillsLine: Bool {
    switch role {
    case .textField, .secureField, .list, .cell, .progress, .tabBar: true
    default: children.contains(where: \.fillsLine)
    }
  }
}
