import ElementTree

/// An app on a whole terminal: what it shows, and what the keys do. It reads and writes no bytes itself.
@MainActor
final class FullScreen: ElementDisplay {
  /// What a key asks of the terminal rather than of the app.
  enum Request { case nothing, quit, suspend, repaint }

  private let host: any ElementHost
  private let title: String
  private let present: (Frame) -> Void

  private var size: Size
  private var scroll = ScrollState()
  private var cursor = 0
  private var notice: String?
  private var shownScreen: String?
  private var shownFocus: String?
  private(set) var page: Page

  init(host: any ElementHost, title: String, size: Size, present: @escaping (Frame) -> Void) {
    self.host = host
    self.title = title
    self.size = size
    self.present = present
    page = Page(size: size, scroll: ScrollState())
  }

  func draw(_ tree: Element) {
    let order = FocusOrder(tree)
    let focus = order.current
    let isNewScreen = tree.screen?.identifier != shownScreen
    if isNewScreen {
      shownScreen = tree.screen?.identifier
      // A new screen is shown from its top, unless the keyboard is in one of its fields.
      scroll = ScrollState(followsFocus: order.focused?.element.role.isEditable == true)
    }
    if focus?.identifier != shownFocus {
      shownFocus = focus?.identifier
      cursor = focus?.element.value?.count ?? 0
      if !isNewScreen { scroll.followsFocus = order.focused != nil }
    }
    if tree.activeElement.role != .alert { scroll.alert = 0 }
    page =
      PageLayout(
        tree: tree, title: title, size: size, focused: focus?.identifier, cursor: cursor, notice: notice,
        scroll: scroll
      ).page(above: host.banner)
    if page.isUsable { scroll = page.scroll }
    present(page.frame)
  }

  func resize(to size: Size) {
    self.size = size
    if shownFocus != nil, page.isUsable, page.showsFocus { scroll.followsFocus = true }
    draw(host.tree)
  }

  func handle(_ key: Key) -> Request {
    switch key {
    case .control("c"): return .quit
    case .control("z"): return .suspend
    case .control("l"): return .repaint
    default: break
    }
    if host.offer(key.stroke) { return .nothing }
    guard page.isUsable else { return .nothing }
    notice = nil
    handleInPage(key)
    draw(host.tree)
    return .nothing
  }

  // MARK: - What keys mean to the app

  private func handleInPage(_ key: Key) {
    let order = FocusOrder(host.tree)
    if case .text(let text) = key { return type(text) }
    if let stop = order.current, stop.element.role.isEditable, edit(stop, key) { return }
    switch key {
    case .enter: enter(order)
    case .escape: if host.tree.canGoBack { perform(.back) }
    case .tab: move(to: order.cycled(by: 1), order)
    case .backTab: move(to: order.cycled(by: -1), order)
    case .left: move(to: order.inRow(-1), order)
    case .right: move(to: order.inRow(1), order)
    case .up: moveLine(-1, order)
    case .down: moveLine(1, order)
    case .home: move(to: order.stops.first, order)
    case .end: move(to: order.stops.last { !$0.floats }, order)
    case .pageUp: scrollPage(by: -max(1, page.visibleRows - 1))
    case .pageDown: scrollPage(by: max(1, page.visibleRows - 1))
    default: break
    }
  }

  /// Typed text goes into the current field. Elsewhere only the space bar does anything; if it leads to a field, the
  /// rest goes there.
  private func type(_ text: String) {
    var rest = Substring(text)
    while let character = rest.first {
      let order = FocusOrder(host.tree)
      guard let stop = order.current else { return }
      if stop.element.role.isEditable {
        _ = edit(stop, .text(String(rest)))
        return
      }
      rest.removeFirst()
      if character == " " { activate(stop, order) }
    }
  }

  private func edit(_ stop: FocusOrder.Stop, _ key: Key) -> Bool {
    let before = stop.element.value ?? ""
    var editor = LineEditor(text: before, cursor: cursor)
    guard editor.handle(key) else { return false }
    adoptFocus(FocusOrder(host.tree))
    scroll.followsFocus = true
    guard editor.text != before else {
      cursor = editor.cursor
      return true
    }
    // The app draws before `perform` returns, so the cursor has to be moved first.
    let oldCursor = cursor
    cursor = editor.cursor
    perform(.edit(stop.identifier, text: editor.text))
    let after = FocusOrder(host.tree).current
    if after?.identifier == stop.identifier, after?.element.value ?? "" == before { cursor = oldCursor }
    return true
  }

  private func enter(_ order: FocusOrder) {
    guard let stop = order.current else { return }
    guard stop.element.role.isEditable else { return activate(stop, order) }
    if let button = order.buttonAfterLastField(stop.element)?.identifier {
      perform(.tap(button))
    } else {
      move(to: order.afterField, order)
    }
  }

  private func activate(_ stop: FocusOrder.Stop, _ order: FocusOrder) {
    guard reveal(order) else { return }
    adoptFocus(order)
    perform(.tap(stop.identifier))
  }

  private func move(to stop: FocusOrder.Stop?, _ order: FocusOrder) {
    guard let stop, reveal(order) else { return }
    perform(.focus(stop.identifier))
  }

  private func moveLine(_ direction: Int, _ order: FocusOrder) {
    guard page.showsFocus, let stop = order.onNextLine(direction) else {
      return scrollPage(by: direction)
    }
    perform(.focus(stop.identifier))
  }

  /// If the current element is out of sight, scrolls it back and returns false: no key acts on what nobody sees.
  private func reveal(_ order: FocusOrder) -> Bool {
    guard !page.showsFocus else { return true }
    adoptFocus(order)
    scroll.followsFocus = true
    return false
  }

  private func adoptFocus(_ order: FocusOrder) {
    guard order.focused == nil, let first = order.current else { return }
    perform(.focus(first.identifier))
  }

  private func scrollPage(by rows: Int) {
    scroll.followsFocus = false
    if host.tree.activeElement.role == .alert { scroll.alert += rows } else { scroll.page += rows }
  }

  private func perform(_ action: Action) {
    scroll.followsFocus = true
    do {
      try host.perform(action)
    } catch {
      notice = error.description
    }
    draw(host.tree)
  }
}
