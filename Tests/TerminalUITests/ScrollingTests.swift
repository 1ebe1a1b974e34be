import ElementTree
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@Suite("How far a part scrolls")
struct ScrollingTests {
  /// Ten lines with an element on each of the rows.
  private func block(_ rows: Int...) -> Block {
    Block(
      lines: Array(repeating: StyledLine("x"), count: 10),
      targets: rows.map { .init(identifier: "\($0)", rows: $0..<($0 + 1)) })
  }

  private func offset(
    _ target: String, _ block: Block, visible: Int, current: Int, answer: Int = 0
  ) -> Int {
    Scrolling.offset(showing: target, of: block, visible: visible, current: current, answer: answer)
  }

  @Test("The first element brings what stands before it into sight, where both fit")
  func first() {
    #expect(offset("2", block(2, 4, 7), visible: 3, current: 5) == 0)
    #expect(offset("2", block(2, 4, 7), visible: 2, current: 5) == 2)
    #expect(offset("4", block(2, 4, 7), visible: 3, current: 5) == 4)
  }

  @Test("The last element brings what stands after it into sight, where both fit")
  func last() {
    #expect(offset("7", block(2, 4, 7), visible: 3, current: 0) == 7)
    #expect(offset("7", block(2, 4, 7), visible: 2, current: 0) == 6)
    #expect(offset("4", block(2, 4, 7), visible: 3, current: 0) == 2)
  }

  @Test(
    "An only element brings what fits of what stands around it: all, the rest after it, or that before it")
  func only() {
    #expect(offset("5", block(5), visible: 10, current: 0) == 0)
    #expect(offset("5", block(5), visible: 5, current: 0) == 5)
    #expect(offset("2", block(2), visible: 3, current: 5) == 0)
    #expect(offset("5", block(5), visible: 3, current: 0) == 3)
  }

  @Test("An element brings the lines into sight that have come behind it, where both fit")
  func answered() {
    #expect(offset("4", block(2, 4, 8), visible: 3, current: 2, answer: 2) == 4)
    #expect(offset("4", block(2, 4, 8), visible: 5, current: 2, answer: 2) == 2)
    #expect(offset("4", block(2, 4, 8), visible: 3, current: 2, answer: 3) == 4, "as many as fit")
  }

  @Test("Of an element that is too tall, the line with the cursor is in sight")
  func cursor() {
    var block = Block(
      lines: Array(repeating: StyledLine("x"), count: 10), targets: [.init(identifier: "a", rows: 3..<8)])
    block.cursor = Position(row: 4, column: 0)
    #expect([0, 9].map { offset("a", block, visible: 3, current: $0) } == [4, 3])
    #expect(offset("a", block, visible: 1, current: 9) == 4)
  }

  @Test("Where nothing has to be shown, the offset is held within the lines")
  func held() {
    #expect(offset("none", block(5), visible: 4, current: 99) == 6)
    #expect(offset("none", block(5), visible: 4, current: -1) == 0)
    #expect(offset("none", block(5), visible: 20, current: 3) == 0)
  }
}

@Suite("Lines with elements in them")
struct BlockTests {
  private let inner = Block(
    lines: [StyledLine("ab"), StyledLine("c")],
    targets: [.init(identifier: "i", rows: 1..<2, columns: 0..<1)],
    cursor: Position(row: 1, column: 1))

  @Test("Elements and the cursor move with the lines, below, beside and indented")
  func moved() {
    var below = Block(lines: [StyledLine("first")])
    below.append(inner, gap: 1)
    #expect(below.lines.map(\.columns) == [5, 0, 2, 1])
    #expect(below.targets == [.init(identifier: "i", rows: 3..<4, columns: 0..<1)])
    #expect(below.cursor == Position(row: 3, column: 1))

    var beside = Block(lines: [StyledLine("first")])
    beside.appendBeside(inner, column: 7)
    #expect(beside.lines.map(\.columns) == [9, 8])
    #expect(beside.targets == [.init(identifier: "i", rows: 1..<2, columns: 7..<8)])
    #expect(beside.cursor == Position(row: 1, column: 8))

    #expect(inner.indented(by: 2).cursor == Position(row: 1, column: 3))
  }

  @Test("A window counts from its own first row, and leaves out what is not in it")
  func window() {
    var block = Block(lines: [StyledLine("one"), StyledLine("two")])
    block.append(inner)
    let window = block.window(2..<9)
    #expect(window.lines == [StyledLine("ab"), StyledLine("c")])
    #expect(window.targets == [.init(identifier: "i", rows: 1..<2, columns: 0..<1)])
    #expect(window.cursor == Position(row: 1, column: 1))
    #expect(block.window(0..<3).targets == [])
    #expect(block.window(0..<3).cursor == nil)
    #expect(block.window(3..<4).cursor == Position(row: 0, column: 1))
  }
}

@MainActor
@Suite("Scrolling with keys")
struct ScrollKeyTests {
  private func start(_ tree: Element, rows: Int = 10) -> (FakeHost, FullScreen) {
    let host = FakeHost(tree)
    let full = FullScreen(
      host: host, title: "Kitchen", size: Size(columns: 40, rows: rows), present: { _ in })
    host.attach(full)
    return (host, full)
  }

  private func top(_ full: FullScreen, after keys: Key...) -> String {
    for key in keys { _ = full.handle(key) }
    return full.page.buffer.lines[1].split(separator: " ").prefix(2).joined(separator: " ")
  }

  private let terms = Screen("terms", title: "Terms") {
    for number in 1...30 { Text("Line \(number)") }
    Button("Accept", id: ID("accept"))
    Button("Refuse", id: ID("refuse"))
  }.element

  @Test("A page up or down leaves one row of the page before in sight")
  func pages() {
    let (_, full) = start(terms)
    #expect(top(full, after: .pageDown) == "Line 8")
    #expect(top(full, after: .pageDown) == "Line 15")
    #expect(top(full, after: .pageUp) == "Line 8")
  }

  @Test("While the focused element is out of sight, arrows scroll and move no focus")
  func arrows() {
    let (host, full) = start(terms)
    #expect(top(full, after: .down) == "Line 2")
    #expect(host.actions == [])
  }

  @Test("A new screen shows the field that has the keyboard, wherever it is, with the cursor after its text")
  func newScreenWithField() {
    let form = Screen("form", title: "Form") {
      for number in 1...30 { Text("Line \(number)") }
      TextField("Name", id: ID("name"), text: "Ada").focused()
    }
    let (host, full) = start(form.element)
    #expect(full.page.buffer.lines[8].hasPrefix("  Name  ┃Ada "))
    _ = full.handle(.text("m"))
    #expect(host.actions == [.edit("name", text: "Adam")])
  }

  /// An order with texts and a list behind its button, which gets shorter where there is an answer.
  private func order(_ answer: String? = nil, asks: Bool = false, texts: Int = 0) -> Element {
    let screen = Screen("order", title: "Order") {
      for number in 1...20 { Text("Line \(number)") }
      Button("Order again", id: ID("again")).focused(!asks)
      if let answer { Text(answer) }
      for number in 0..<texts { Text("Text \(number)") }
      List("Notes", id: "notes") {
        for number in 1...30 { Cell("Note \(number)", id: ID("note\(number)")) }
      }
      Button("Back", id: ID("back"))
    }.element
    let alert = Alert("Sure?", id: "sure") { Button("Yes", id: ID("yes")).focused() }.element
    return Element(.window, children: asks ? [screen, alert] : [screen])
  }

  @Test(
    "The answer to a key, behind the button, is in sight, also after a question, and as far as there is room",
    arguments: [0, 30], [false, true])
  func answer(texts: Int, asks: Bool) throws {
    let (host, full) = start(order(texts: texts), rows: 26)
    func row(_ text: String) -> Int? { full.page.buffer.lines.firstIndex { $0.contains(text) } }
    _ = full.handle(.enter)
    let last = try #require(row("Order again"), "where the first key has scrolled to")
    #expect(last >= 22, "on the last row of the page: \(last)")
    let answered = order("There is no shop.", texts: texts)
    host.next = asks ? order(asks: true, texts: texts) : answered
    _ = full.handle(.enter)
    if asks {
      host.next = answered
      _ = full.handle(.enter)
    }
    #expect(host.actions == [.tap("again")] + (asks ? [.tap("yes")] : []))
    #expect(row("There is no shop.") != nil && row("Order again") != nil)
    full.resize(to: Size(columns: 40, rows: 24))
    #expect(row("There is no shop.") != nil && row("Order again") != nil)
    full.draw(order(texts: texts))
    #expect(row("Order again") != nil)
  }

  @Test("While what has the keyboard is out of sight, the last line says that Enter shows it")
  func shows() {
    let (host, full) = start(terms)
    #expect(full.page.buffer.lines[9].contains("Enter Show"))
    _ = full.handle(.enter)
    #expect(full.page.buffer.lines[9].contains("Enter Select"))
    _ = full.handle(.enter)
    #expect(host.actions.last == .tap("accept"))
  }

  @Test("A terminal that was too small for a moment shows the same part again")
  func tooSmallForAMoment() {
    let (_, full) = start(terms)
    #expect(top(full, after: .pageDown) == "Line 8")
    full.resize(to: Size(columns: 10, rows: 2))
    full.resize(to: Size(columns: 40, rows: 10))
    #expect(top(full) == "Line 8")
  }

  @Test("An alert that comes again begins at its top")
  func alertAgain() {
    let alert = Alert("Sure?", id: "sure") { for number in 1...30 { Text("Line \(number)") } }.element
    let screen = Screen("s", title: "") { Text("x") }.element
    let covered = Element(.window, children: [screen, alert])
    let (_, full) = start(covered)
    #expect(full.page.buffer.lines[2].contains("Sure?"))
    _ = full.handle(.pageDown)
    #expect(!full.page.buffer.lines[2].contains("Sure?"))
    full.draw(Element(.window, children: [screen]))
    full.draw(covered)
    #expect(full.page.buffer.lines[2].contains("Sure?"))
  }
}
