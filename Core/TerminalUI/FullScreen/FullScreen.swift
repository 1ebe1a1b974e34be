import ElementTree

/// An app on a whole terminal: what it shows, and what the keys do. It reads and writes no bytes itself.
@MainActor
final class FullScreen: ElementDisplay {
  /// What a key asks of the terminal rather than of the app.
  enum Request { case nothing, quit, suspend, repaint }

  private let host: any ElementHost
  private let title: String
  private let usesUnicode: Bool
  private let present: (Frame) -> Void
  private let askForBeat: () -> Void

  private var size: Size
  private var scroll = ScrollState()
  private var cursor = 0
  private var notice: String?
  private var shownScreen: String?
  private var shownFocus: String?
  /// The text of the field that has the keyboard.
  private var shownText: String?
  private var isTyping = false
  /// The row of each list that had the keyboard last.
  private var lastRows: [String: String] = [:]
  private var filter: ListFilter?
  private var showsKeys = false
  /// Whether Ctrl-C was the last key, and the user was told what would be lost.
  private var asksToQuit = false
  /// Counts while the user waits; nil when nothing moves.
  private var beat: Int?
  private var awaitsBeat = false
  private(set) var page: Page

  /// Creates a screen that is shown by `present`. With `askForBeat`, it asks for one call of `takeBeat` in a moment.
  init(
    host: any ElementHost, title: String, size: Size, usesUnicode: Bool = true,
    present: @escaping (Frame) -> Void,
    askForBeat: @escaping () -> Void = {}
  ) {
    self.host = host
    self.title = title
    self.size = size
    self.usesUnicode = usesUnicode
    self.present = present
    self.askForBeat = askForBeat
    page = Page(size: size, scroll: ScrollState())
  }

  func draw(_ tree: Element) {
    keepFilter(in: tree)
    let tree = filter?.applied(to: tree) ?? tree
    let order = FocusOrder(tree)
    let focus = order.current
    let isNewScreen = tree.screen?.identifier != shownScreen
    if isNewScreen {
      shownScreen = tree.screen?.identifier
      // A new screen is shown from its top, unless the keyboard is in one of its fields, or where it does not start.
      let start = Element.start(among: order.stops.filter { !$0.floats }.map(\.element))
      let follows = order.focused.map { $0.element.role.isEditable || $0.identifier != start?.identifier }
      scroll = ScrollState(followsFocus: follows == true)
      lastRows = [:]
    }
    if focus?.identifier != shownFocus {
      shownFocus = focus?.identifier
      cursor = focus?.element.value?.count ?? 0
      if !isNewScreen { scroll.followsFocus = order.focused != nil }
    } else if focus?.element.value != shownText, !isTyping {
      // Somebody else has written: who types here goes on after it.
      cursor = focus?.element.value?.count ?? 0
    }
    shownText = focus?.element.value
    if let list = order.focused?.list { lastRows[list] = order.focused?.identifier }
    if tree.activeElement.role != .alert, !showsKeys { scroll.alert = 0 }
    let shown = showsKeys ? KeyHelp.shown(over: tree, columns: PageLayout.alertColumns(of: size)) : tree
    page =
      PageLayout(
        tree: usesUnicode ? shown : ASCIIText.spelledOut(shown),
        title: title, size: size,
        focused: focus?.identifier, cursor: cursor, notice: notice, filter: filter?.text, beat: beat,
        isBusy: host.isBusy, scroll: scroll
      ).page(above: host.banner)
    if page.isUsable { scroll = page.scroll }
    present(page.frame)
    if isMoving, !awaitsBeat {
      awaitsBeat = true
      askForBeat()
    }
  }

  func resize(to size: Size) {
    self.size = size
    scroll.gaps = [:]
    if shownFocus != nil, page.isUsable, page.showsFocus { scroll.followsFocus = true }
    draw(host.tree)
  }

  /// Lets what moves make a step.
  func takeBeat() {
    awaitsBeat = false
    guard isMoving || beat != nil else { return }
    beat = isMoving ? (beat ?? -1) + 1 : nil
    draw(host.tree)
  }

  private var isMoving: Bool {
    host.isBusy || host.tree.first { $0.role == .progress && $0.fraction == nil } != nil
  }

  func handle(_ key: Key) -> Request {
    let wasAsked = asksToQuit
    asksToQuit = false
    switch key {
    case .control("c"):
      guard !wasAsked, host.tree.isUnsaved else { return .quit }
      asksToQuit = true
      notice = "Not saved. Ctrl-C again quits."
      draw(host.tree)
      return .nothing
    case .pasteWasCut:
      notice = "Too long: of what was pasted, only the first \(KeyDecoder.longestPaste / 1024) KiB are here."
      draw(host.tree)
      return .nothing
    case .control("z"): return .suspend
    case .control("l"): return .repaint
    default: break
    }
    if host.offer(key.stroke) {
      if showsKeys {
        // What the key has led to is not to be hidden.
        showsKeys = false
        draw(host.tree)
      }
      return .nothing
    }
    guard page.isUsable else { return .nothing }
    notice = nil
    if showsKeys { handleInHelp(key) } else { handleInPage(key) }
    draw(host.tree)
    return .nothing
  }

  // MARK: - What keys mean to the app

  /// What is shown: what the app has, without the rows that do not match what was typed.
  private var tree: Element { filter?.applied(to: host.tree) ?? host.tree }

  private func handleInPage(_ key: Key) {
    let order = FocusOrder(tree)
    if case .text(let text) = key { return type(text) }
    if case .paste(let text) = key { return type(LineEditor.flattened(text), isPasted: true) }
    if let stop = order.current, stop.element.role.isEditable, edit(stop, key) { return }
    switch key {
    case .enter: enter(order)
    case .escape where filter != nil: filter = nil
    case .escape: if host.tree.wayBack != nil { perform(.back) }
    case .backspace: shortenFilter()
    case .tab: move(to: order.tabbed(by: 1, lastRows: lastRows), order)
    case .backTab: move(to: order.tabbed(by: -1, lastRows: lastRows), order)
    case .left: move(to: order.inRow(-1), order)
    case .right: move(to: order.inRow(1), order)
    case .up: moveLine(-1, order)
    case .down: moveLine(1, order)
    case .home: move(to: order.rowInList(by: -.max) ?? order.stops.first, order)
    case .end: move(to: order.rowInList(by: .max) ?? order.stops.last { !$0.floats }, order)
    case .pageUp: movePage(-1, order)
    case .pageDown: movePage(1, order)
    case .help: showKeys()
    case .click(let position): click(at: position, order)
    case .wheel(let rows, let position): turnWheel(by: rows, at: position, order)
    default: break
    }
  }

  /// Typed text goes into the current field. In a list it finds rows; elsewhere only the space bar does anything, and
  /// if it leads to a field, the rest goes there. Pasted text presses nothing, and finds rows as a whole.
  private func type(_ text: String, isPasted: Bool = false) {
    var rest = Substring(text)
    while let character = rest.first {
      let order = FocusOrder(tree)
      if let stop = order.current, stop.element.role.isEditable {
        _ = edit(stop, .text(String(rest)))
        return
      }
      if character == "?", !isPasted { return showKeys() }
      guard let stop = order.current else { return }
      if character == " ", filter == nil {
        rest = isPasted ? rest.drop { $0 == " " } : rest.dropFirst()
        if !isPasted { activate(stop, order) }
      } else if let field = searchField(for: stop, order) {
        perform(.focus(field))
        guard FocusOrder(tree).current?.identifier == field else { return }
      } else {
        let text = isPasted ? rest : rest.prefix(1)
        rest.removeFirst(text.count)
        find(text, stop, order)
      }
    }
  }

  private func edit(_ stop: FocusOrder.Stop, _ key: Key) -> Bool {
    let before = stop.element.value ?? ""
    var editor = LineEditor(text: before, cursor: cursor)
    guard editor.handle(key) else { return false }
    adoptFocus(FocusOrder(tree))
    scroll.followsFocus = true
    guard editor.text != before else {
      cursor = editor.cursor
      return true
    }
    // The app draws before `perform` returns, so the cursor has to be moved first.
    let oldCursor = cursor
    (cursor, isTyping) = (editor.cursor, true)
    perform(.edit(stop.identifier, text: editor.text))
    isTyping = false
    let after = FocusOrder(tree).current
    if after?.identifier == stop.identifier, after?.element.value ?? "" == before { cursor = oldCursor }
    return true
  }

  private func enter(_ order: FocusOrder) {
    guard let stop = order.current else { return }
    guard stop.element.role.isEditable else { return activate(stop, order) }
    guard reveal(order), let action = host.tree.actionOfEnter(in: stop.identifier) else { return }
    perform(action)
  }

  private func activate(_ stop: FocusOrder.Stop, _ order: FocusOrder) {
    guard reveal(order) else { return }
    adoptFocus(order)
    perform(.tap(stop.identifier))
  }

  private func adoptFocus(_ order: FocusOrder) {
    guard order.focused == nil, let first = order.current else { return }
    perform(.focus(first.identifier))
  }

  private func perform(_ action: Action) {
    (scroll.followsFocus, scroll.followsInLists) = (true, true)
    do {
      try host.perform(action)
    } catch {
      notice = error.description
    }
    draw(host.tree)
  }

  // MARK: - Moving

  private func move(to stop: FocusOrder.Stop?, _ order: FocusOrder) {
    // What floats is in sight or has no room; no scrolling brings it back.
    guard let stop, order.focused?.floats == true || reveal(order) else { return }
    perform(.focus(stop.identifier))
  }

  private func moveLine(_ direction: Int, _ order: FocusOrder) {
    if !page.showsFocus, !scroll.followsInLists { return move(to: order.current, order) }
    guard page.showsFocus, let stop = order.onNextLine(direction) else {
      return scrollPage(by: direction)
    }
    perform(.focus(stop.identifier))
  }

  /// Goes as many rows on as the list shows. Outside of a list, or at its end, the page scrolls.
  private func movePage(_ direction: Int, _ order: FocusOrder) {
    let shown = order.current?.list.map { list in
      order.rows(of: list).count { row in page.targets.contains { $0.identifier == row.identifier } }
    }
    if page.showsFocus, let shown, let row = order.rowInList(by: direction * max(1, shown - 1)) {
      perform(.focus(row.identifier))
    } else {
      scrollPage(by: direction * max(1, page.visibleRows - 1))
    }
  }

  /// If the current element is out of sight, scrolls it back and returns false: no key acts on what nobody sees.
  private func reveal(_ order: FocusOrder) -> Bool {
    guard !page.showsFocus else { return true }
    adoptFocus(order)
    (scroll.followsFocus, scroll.followsInLists) = (true, true)
    return false
  }

  private func scrollPage(by rows: Int) {
    scroll.followsFocus = false
    if showsKeys || host.tree.activeElement.role == .alert {
      scroll.alert += rows
    } else {
      scroll.page += rows
    }
  }

  private func click(at position: Position, _ order: FocusOrder) {
    guard let target = page.targets.last(where: { $0.contains(position) }),
      let stop = order.stops.first(where: { $0.identifier == target.identifier })
    else { return }
    perform(stop.element.role.isEditable ? .focus(stop.identifier) : .tap(stop.identifier))
  }

  private func turnWheel(by rows: Int, at position: Position, _ order: FocusOrder) {
    let row = page.targets.first { $0.contains(position) }
    let list = order.stops.first { $0.identifier == row?.identifier }?.list
    guard let list, let offset = scroll.lists[list] else { return scrollPage(by: rows) }
    scroll.followsInLists = false
    scroll.lists[list] = offset + rows
  }

  // MARK: - Finding rows

  /// The field of the screen that searches what is in the list of the row.
  private func searchField(for row: FocusOrder.Stop, _ order: FocusOrder) -> String? {
    let fields = order.stops.filter(\.element.role.isEditable)
    // Among several fields, none searches: they are a form.
    guard let list = row.list, row.element.role == .cell, filter == nil, fields.count == 1,
      case .focus(let first)? = host.tree.actionOfEnter(in: fields[0].identifier),
      order.rows(of: list).contains(where: { $0.identifier == first })
    else { return nil }
    return fields[0].identifier
  }

  private func find(_ text: Substring, _ row: FocusOrder.Stop, _ order: FocusOrder) {
    guard let list = row.list, reveal(order) else { return }
    var wanted = filter ?? ListFilter(list: list, text: "")
    wanted.text += text
    let found = FocusOrder(wanted.applied(to: host.tree)).rows(of: list)
    guard let first = found.first else {
      notice = "No row has \"\(wanted.text)\"."
      return
    }
    filter = wanted
    if !found.contains(where: \.element.isFocused) { perform(.focus(first.identifier)) }
  }

  private func shortenFilter() {
    filter?.text.removeLast()
    if filter?.text.isEmpty == true { filter = nil }
  }

  /// What was typed counts as long as the keyboard stays in the list.
  private func keepFilter(in tree: Element) {
    guard let filter else { return }
    let isHere = tree.screen?.identifier == shownScreen
    if !isHere || FocusOrder(filter.applied(to: tree)).focused?.list != filter.list { self.filter = nil }
  }

  // MARK: - The list of all keys

  private func showKeys() { (showsKeys, scroll.alert) = (true, 0) }

  private func handleInHelp(_ key: Key) {
    switch key {
    case .up: scrollPage(by: -1)
    case .down: scrollPage(by: 1)
    case .pageUp: scrollPage(by: -max(1, page.visibleRows - 1))
    case .pageDown: scrollPage(by: max(1, page.visibleRows - 1))
    case .home: scroll.alert = 0
    case .end: scroll.alert = .max
    case .wheel(let rows, _): scrollPage(by: rows)
    default: showsKeys = false
    }
  }
}
