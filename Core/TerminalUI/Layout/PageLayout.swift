import ElementTree

/// Everything that decides what a terminal shows.
struct PageLayout {
  var tree: Element
  /// The name of the app.
  var title: String
  var size: Size
  /// The element that has the keyboard.
  var focused: String?
  /// Where the cursor stands in the text of the focused field.
  var cursor = 0
  /// What went wrong with the last key, shown in place of the key hints.
  var notice: String?
  var scroll = ScrollState()

  /// The least room that a page needs; what floats takes a row of its own.
  var smallest: Size { Size(columns: 20, rows: tree.floatingElements.isEmpty ? 5 : 6) }

  func page() -> Page {
    guard size.columns >= smallest.columns, size.rows >= smallest.rows else {
      return .tooSmall(size, smallest: smallest)
    }
    var page = Page(size: size, scroll: scroll)
    paintHeader(on: &page)
    paintContent(on: &page)
    if tree.activeElement.role == .alert {
      page.buffer.dim()
      page.cursor = nil
      paintAlert(tree.activeElement, on: &page)
    }
    paintFloating(on: &page)
    paintFooter(on: &page)
    return page
  }
}

/// A painted terminal, with what the keys need to know of it.
struct Page {
  var buffer: CellBuffer
  var cursor: Position?
  var scroll: ScrollState
  /// Whether there is more than fits.
  var overflows = false
  /// Whether the focused element can be seen.
  var showsFocus = true
  /// The rows of the part that scrolls.
  var visibleRows = 1
  /// Whether there is room for anything at all.
  var isUsable = true

  init(size: Size, scroll: ScrollState) {
    buffer = CellBuffer(size: size)
    self.scroll = scroll
  }

  var frame: Frame { Frame(buffer: buffer, cursor: cursor) }

  static func tooSmall(_ size: Size, smallest: Size) -> Page {
    var page = Page(size: size, scroll: ScrollState())
    page.isUsable = false
    let needed = "needs \(smallest.columns)x\(smallest.rows)"
    let long = "Too small: \(needed)"
    let text = long.count <= size.columns ? long : needed
    page.buffer.write(StyledLine(text), at: Position(row: 0, column: 0))
    return page
  }
}
