import ElementTree
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@MainActor
@Suite("A tall notice above the screen")
struct TallFloatTests {
  private let notice = Row {
    Text(
      (1...3).map { "The user layer sets the flag \"old.flag\($0)\", which no feature declares." }.joined(
        separator: " "), id: "notice")
    Button("OK", id: ID("ok"))
  }.traits(.floating)

  private func window(_ alert: Element...) -> Element {
    Element(
      .window, label: "Kitchen",
      children: [
        Screen("shop", title: "Shop") {
          Button("Ramen", id: ID("ramen"))
          Button("Gyoza", id: ID("gyoza"))
          for element in alert { element }
        }.element, notice,
      ])
  }

  private var alert: Element {
    Confirmation(
      "Erase your data?", id: "alert",
      text: "Everything that this app keeps here will be gone, and it will start as if it were quite new.",
      keep: ("Keep it", ID("keep")), confirm: ("Erase", ID("erase"))
    ).element
  }

  @Test(
    "keeps its button in sight, takes about a third of the rows, and leaves eight to the page where it can",
    arguments: [(20, 6), (40, 7), (80, 9), (40, 12), (40, 16), (40, 18), (80, 24), (20, 24)])
  func room(columns: Int, rows: Int) {
    let page = page(window(), columns: columns, rows: rows)
    #expect(page.targets.map(\.identifier) == ["ramen", "gyoza", "ok"], "\(page.buffer.lines.text)")
    let first = page.others.first { $0.identifier == "notice" }?.rows.lowerBound ?? rows - 2
    let (taken, left) = (rows - 1 - first, first - (rows < 16 ? 1 : 3))
    #expect(taken <= max(2, rows / 3), "\(page.buffer.lines.text)")
    #expect(left >= min(8, rows - (rows < 16 ? 4 : 6)), "\(page.buffer.lines.text)")
    let isCut = page.buffer.lines.contains { $0.contains("…") }
    #expect(isCut || page.buffer.lines.contains { $0.contains("declares.") } || rows == 6)
  }

  @Test(
    "leaves an alert its room, in which its answers can be seen and reached", arguments: [6, 9, 12, 16, 24])
  func alerts(rows: Int) {
    let host = FakeHost(window())
    let full = FullScreen(
      host: host, title: "Kitchen", size: Size(columns: 40, rows: rows), present: { _ in })
    host.attach(full)
    host.show(window(alert).mapElements { $0.isFocused = $0.identifier == "keep" })
    var seen: Set<String> = []
    for _ in 1...3 {
      seen.formUnion(full.page.targets.map(\.identifier))
      #expect(full.page.showsFocus)
      _ = full.handle(.tab)
    }
    #expect(seen == ["keep", "erase", "ok"])
    #expect(host.actions == [.focus("erase"), .focus("ok"), .focus("keep")])
  }

  @Test("does not keep the keyboard where there is no room even for its button")
  func trap() {
    let many = (1...9).map { number in
      Group { Button("Notice \(number)", id: ID("n\(number)")) }.traits(.floating).element
    }
    let tree = Element(.window, children: Array(window().children.dropLast()) + many)
    let host = FakeHost(tree)
    let full = FullScreen(
      host: host, title: "Kitchen", size: Size(columns: 20, rows: 6), present: { _ in })
    host.attach(full)
    for _ in 1...11 { _ = full.handle(.tab) }
    #expect(host.actions.count == 11)
    #expect(host.actions.last == .focus("ramen"))
    _ = full.handle(.tab)
    _ = full.handle(.tab)
    // Nobody presses what nobody sees.
    let hidden = full.page.showsFocus ? [] : [host.actions.last]
    _ = full.handle(.enter)
    #expect(hidden == [.focus("n1")])
    #expect(host.actions.last == .focus("n1"))
  }
}
