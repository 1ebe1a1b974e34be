import ElementTree

/// Everything that a page on the terminal depends on, and the layout of the page.
struct PageLayout {
  var tree: Element
  /// The name of the app.
  var title: String
  var size: Size
  /// The identifier of the element that has the keyboard.
  var focused: String?
  /// The position of the cursor in the text of the field that has the keyboard.
  var cursor = 0
  /// What went wrong with the last key, shown in place of the key hints.
  var notice: String?
  /// What was typed to find rows of a list.
  var filter: String?
  /// Counts while the user waits; nil when nothing moves.
  var beat: Int?
  /// Whether the app is busy.
  var isBusy = false
  var scroll = ScrollState()
  /// Whether somebody looks at the page, and not only at where its elements are.
  var fillsCells = true
  /// What floats, in rows.
  private(set) var floats: [Block] = []

  /// The smallest size for a page; what floats needs a row of its own.
  var smallest: Size { Size(columns: 20, rows: tree.floatingElements.isEmpty ? 5 : 6) }

  func page() -> Page {
    guard size.columns >= smallest.columns, size.rows >= smallest.rows else {
      return .tooSmall(size, smallest: smallest, notice: notice)
    }
    var layout = self
    let (floats, cuts) = rowsOfFloats()
    layout.floats = floats
    var page = layout.painted()
    page.cuts += cuts
    return page
  }

  private func painted() -> Page {
    var page = Page(size: size, columns: neededColumns, scroll: scroll, hasCells: fillsCells)
    paintHeader(on: &page)
    paintContent(on: &page)
    if tree.activeElement.role == .alert {
      page.buffer.dim()
      page.cursor = nil
      (page.targets, page.others) = ([], [])
      paintAlert(tree.activeElement, on: &page)
    }
    paintFloating(on: &page)
    page.showsFocus = focused == nil || page.targets.contains { $0.identifier == focused }
    paintFooter(on: &page)
    return page
  }

  /// Whether there are few rows: then there are no rules and no empty lines.
  private var isCompact: Bool { size.rows < 16 }

  /// The width of the page, which is centred on wide terminals. It is limited, since long lines are hard to read; where
  /// rows need more room, it is wider.
  private var neededColumns: Int {
    let rows = tree.all { $0.role == .cell }.map(ElementPainter.wholeColumns)
    return min(max(72, rows.max() ?? 0), size.columns - (size.columns >= 60 ? 8 : 4))
  }

  /// The rows between header and footer, without those that are reserved for what floats.
  private var body: Range<Int> {
    let floating = max(tree.floatingElements.isEmpty ? 0 : 1, floats.reduce(0) { $0 + $1.lines.count })
    guard isCompact else { return 3..<(size.rows - 1 - max(1, floating)) }
    return 1..<(size.rows - 1 - floating)
  }

  private var fullWidthRule: StyledLine {
    StyledLine(String(repeating: "─", count: size.columns), .dim)
  }

  private func paintHeader(on page: inout Page) {
    let screen = shortTitle(on: page)
    let room = page.columns - TextWidth.columns(of: screen) - 2
    var line = StyledLine(WordWrap.truncated(VisibleText.line(title), columns: room), .bold)
    if isBusy, let beat, line.columns + 3 <= room { line.append("  " + Waiting.wheel(beat)) }
    line.pad(to: page.columns - TextWidth.columns(of: screen))
    line.append(screen)
    page.buffer.write(line, at: Position(row: 0, column: page.left))
    if !isCompact { page.buffer.write(fullWidthRule, at: Position(row: 1, column: 0)) }
  }

  /// The title of the screen, as far as the header has room.
  private func shortTitle(on page: Page) -> String {
    WordWrap.truncated(tree.screen?.visibleLabel ?? "", columns: page.columns * 2 / 3)
  }

  private func paintFooter(on page: inout Page) {
    let position = Position(row: size.rows - 1, column: page.left)
    if let notice {
      let text = WordWrap.truncated("! " + VisibleText.line(notice), columns: page.columns)
      page.buffer.write(StyledLine(text, Style(colour: .red)), at: position)
    } else {
      let hints = KeyHint.hints(
        for: tree, focused: focused, overflows: page.overflows, filter: filter, isInSight: page.showsFocus)
      page.buffer.write(KeyHint.line(of: hints, columns: page.columns), at: position)
    }
  }

  /// Paints the screen, which scrolls. If there is room, what is above and below it in the window stays in place.
  private func paintContent(on page: inout Page) {
    var painter = painter(visibleRows: body.count)
    var (above, content, below) = tree.partsOfWindow
    if let screen = tree.screen, shortTitle(on: page) != screen.visibleLabel,
      screen.first(where: { $0.traits.contains(.heading) })?.label != screen.label
    {
      content.insert(Text(screen.label).traits(.heading), at: 0)
    }
    var top = painter.stack(above, columns: page.columns)
    var bottom = painter.stack(below, columns: page.columns)
    let gap = isCompact ? 0 : 1
    var taken = [top, bottom].reduce(0) { $1.lines.isEmpty ? $0 : $0 + $1.lines.count + gap }
    if body.count - taken < 4 {
      (content, above, below, taken) = (above + content + below, [], [], 0)
      (top, bottom) = (Block(), Block())
    }
    let start = top.lines.isEmpty ? body.lowerBound : body.lowerBound + top.lines.count + gap
    let rows = start..<(start + body.count - taken)

    let block = fitted(content, rows: rows.count, page: &page)
    page.cuts += painter.cuts
    // What stands behind an alert is judged without it.
    if tree.activeElement.role == .alert { page.cuts = [] }
    place(top, row: body.lowerBound, left: page.left, on: &page)
    place(bottom, row: body.upperBound - bottom.lines.count, left: page.left, on: &page)
    var offset = page.scroll.page
    if tree.activeElement.role != .alert { page.scroll.note(block, focused: focused) }
    placeScrolled(
      block, in: rows, left: page.left, barColumn: page.left + page.columns + 1, offset: &offset,
      answer: page.scroll.answer, on: &page)
    page.scroll.page = offset
  }

  /// The most columns for what an alert says.
  static func alertColumns(of size: Size) -> Int { min(60, size.columns - 4) - 6 }

  /// Paints the alert, as a box in front of everything.
  private func paintAlert(_ alert: Element, on page: inout Page) {
    let padding = isCompact ? 0 : 1
    let widest = Self.alertColumns(of: size)
    var painter = painter(visibleRows: body.count)
    let heading = alert.mark + alert.label
    var block = Block(
      lines: painter.wrapped(heading, columns: widest).map { StyledLine($0, alert.look.with(.bold)) })
    block.append(painter.stack(alert.children, columns: widest), gap: padding)

    let inner = max(block.columns, min(24, widest))
    let visible = min(block.lines.count, body.count - 2 - 2 * padding)
    page.missingRows = max(page.missingRows, block.lines.count - visible)
    let box = Size(columns: inner + 6, rows: visible + 2 + 2 * padding)
    let corner = Position(
      row: body.lowerBound + (body.count - box.rows) / 2, column: (size.columns - box.columns) / 2)
    paintBox(box, at: corner, on: &page)

    let first = corner.row + 1 + padding
    page.cuts += painter.cuts
    var offset = page.scroll.alert
    placeScrolled(
      block, in: first..<(first + visible), left: corner.column + 3,
      barColumn: corner.column + box.columns - 2, offset: &offset, on: &page)
    page.scroll.alert = offset
  }

  private func painter(visibleRows: Int) -> ElementPainter {
    ElementPainter(
      focused: focused, cursor: cursor, isCompact: isCompact, visibleRows: visibleRows, scroll: scroll,
      beat: beat ?? 0)
  }

  /// Paints the page. If it is too long, its lists get shorter and scroll by themselves, so that the page need not. Where it
  /// has to all the same, only the lists that are longer than it do.
  private func fitted(_ content: [Element], rows: Int, page: inout Page) -> Block {
    var painter = painter(visibleRows: rows)
    let whole = painter.stack(content, columns: page.columns)
    page.missingRows = max(0, whole.lines.count - rows)
    let listRows = painter.listHeights.reduce(0, +)
    guard whole.lines.count > rows, !painter.listHeights.isEmpty else {
      page.cuts += painter.cuts
      return whole
    }
    let others = whole.lines.count - listRows
    let room = (rows - others) / painter.listHeights.count
    painter.listLimit = max(3, room)
    painter.longestWholeList = room < 3 ? rows : 0
    let shortened = painter.stack(content, columns: page.columns)
    page.scroll.lists = painter.listOffsets
    return shortened
  }

  private func paintBox(_ box: Size, at corner: Position, on page: inout Page) {
    let rule = String(repeating: "─", count: box.columns - 2)
    let blank = String(repeating: " ", count: box.columns - 2)
    for row in 0..<box.rows {
      let text =
        switch row {
        case 0: "╭\(rule)╮"
        case box.rows - 1: "╰\(rule)╯"
        default: "│\(blank)│"
        }
      page.buffer.write(
        StyledLine(text), at: Position(row: corner.row + row, column: corner.column))
    }
  }

  private func place(_ block: Block, row: Int, left: Int, on page: inout Page) {
    for (index, line) in block.lines.enumerated() {
      page.buffer.write(line, at: Position(row: row + index, column: left), columns: page.columns)
    }
    if let cursor = block.cursor {
      page.cursor = Position(row: row + cursor.row, column: left + cursor.column)
    }
    page.targets += block.targets.map { $0.moved(by: Position(row: row, column: left)) }
    page.others += block.others.map { $0.moved(by: Position(row: row, column: left)) }
  }

  private func placeScrolled(
    _ block: Block, in rows: Range<Int>, left: Int, barColumn: Int, offset: inout Int, answer: Int = 0,
    on page: inout Page
  ) {
    let followed = page.scroll.followsFocus ? focused : nil
    offset = Scrolling.offset(
      showing: followed, of: block, visible: rows.count, current: offset, answer: answer)
    let window = offset..<(offset + rows.count)
    place(block.window(window), row: rows.lowerBound, left: left, on: &page)
    let bar = Scrolling.bar(visible: rows.count, total: block.lines.count, offset: offset)
    for (index, mark) in bar.enumerated() {
      page.buffer.write(mark, at: Position(row: rows.lowerBound + index, column: barColumn))
    }
    page.overflows = !bar.isEmpty
    page.visibleRows = rows.count
  }

  /// Paints what floats at the right end of the rows above the footer.
  ///
  /// Nothing else uses these rows: with many rows the lowest is the empty line between page and footer, with few the page
  /// leaves it free. So what floats never covers a control or an alert.
  private func paintFloating(on page: inout Page) {
    var row = size.rows - 1
    for block in floats.reversed() {
      row -= block.lines.count
      place(block, row: row, left: page.left + page.columns - block.columns, on: &page)
    }
  }

  /// What floats: as much side by side as fits, and what takes several lines by itself.
  private func rowsOfFloats() -> ([Block], cuts: [CutText]) {
    var painter = painter(visibleRows: 1)
    var (rows, line) = ([Block](), Block())
    for element in tree.reachableFloats {
      let block = painter.paint(element, columns: neededColumns)
      let isWide = block.lines.count > 1
      if !line.lines.isEmpty, isWide || line.columns + 2 + block.columns > neededColumns {
        rows.append(line)
        line = Block()
      }
      if isWide {
        rows.append(block)
      } else {
        line.appendBeside(block, column: line.lines.isEmpty ? 0 : line.columns + 2)
      }
    }
    if !line.lines.isEmpty { rows.append(line) }
    return (fitted(floats: rows), painter.cuts)
  }

  /// Shortens what floats to about a third of the terminal, and further where less than eight rows would be left to the
  /// page. What can be pressed stays for as long as three rows are left, and beside it at least one line of text.
  private func fitted(floats: [Block]) -> [Block] {
    let most = max(1, size.rows - (isCompact ? 5 : 9))
    let wanted = min(size.rows / 3, size.rows - (isCompact ? 10 : 12))
    let least = floats.map { max(1, $0.pressableRows.count) }
    var spare = max(wanted, min(2, most)) - least.reduce(0, +)
    var room = most
    let shown = zip(floats, least).reversed().map { block, least in
      let height = min(block.lines.count, least + max(0, spare), room)
      spare -= height - least
      room -= height
      return block.shortened(to: height, columns: neededColumns)
    }
    return shown.reversed().filter { !$0.lines.isEmpty }
  }
}

/// A painted page, and what the keys need to know about it.
struct Page {
  var buffer: CellBuffer
  var cursor: Position?
  var scroll: ScrollState
  /// Whether the page, or the alert in front of it, does not fit.
  var overflows = false
  /// How many more rows it would take to show all.
  var missingRows = 0
  /// Whether any part of the element that has the keyboard can be seen.
  var showsFocus = true
  /// Where the elements are that can be seen and pressed.
  var targets: [Block.Target] = []
  /// Where the other elements are that can be seen and have an identifier.
  var others: [Block.Target] = []
  /// What is not shown whole and nowhere else.
  var cuts: [CutText] = []
  /// The number of rows of the part that scrolls.
  var visibleRows = 1
  /// Whether the terminal is large enough.
  var isUsable = true

  /// The columns of the terminal that the page takes, and the first of them.
  let columns: Int
  let left: Int

  init(size: Size, columns: Int = 0, scroll: ScrollState, hasCells: Bool = true) {
    buffer = CellBuffer(size: hasCells ? size : Size(columns: 0, rows: 0))
    self.columns = columns
    left = (size.columns - columns) / 2
    self.scroll = scroll
  }

  var frame: Frame { Frame(buffer: buffer, cursor: cursor) }

  static func tooSmall(_ size: Size, smallest: Size, notice: String?) -> Page {
    var page = Page(size: size, scroll: ScrollState())
    page.isUsable = false
    let needed = "needs \(smallest.columns)x\(smallest.rows)"
    let long = "Too small: \(needed)"
    let text = long.count <= size.columns ? long : needed
    let lines = [text] + (notice.map { WordWrap.lines(VisibleText.line($0), columns: size.columns) } ?? [])
    for (row, line) in lines.prefix(size.rows).enumerated() {
      page.buffer.write(StyledLine(line), at: Position(row: row, column: 0))
    }
    return page
  }
}

extension Element {
  /// What stands above the screen in its window, in it, and below it; the screen's tabs count as below.
  fileprivate var partsOfWindow: (above: [Element], content: [Element], below: [Element]) {
    let children = children.filter { !$0.traits.contains(.floating) }
    guard role == .window, let index = children.firstIndex(where: { $0.screen != nil }) else {
      return ([], role == .window || role == .screen ? children : [self], [])
    }
    let screen = children[index].children.filter { !$0.traits.contains(.floating) }
    let inside = children[index].role == .screen ? screen : [children[index]]
    let tabs = inside.last?.role == .tabBar ? inside.suffix(1) : []
    return (
      Array(children[..<index]), Array(inside.dropLast(tabs.count)), tabs + children[(index + 1)...]
    )
  }
}
