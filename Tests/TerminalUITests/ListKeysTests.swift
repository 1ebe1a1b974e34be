import ElementTree
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@MainActor
@Suite("Keys and mouse in long lists")
struct ListKeysTests {
  private static let list = Screen("s", title: "Recipes", allowsBack: true) {
    Button("Sort", id: ID("sort"))
    List(id: "list") {
      for number in 1...50 { Cell("Recipe \(number)", id: ID("r\(number)")) }
    }
    Button("Close", id: ID("close"))
  }.element

  private func start(
    _ tree: Element = list, columns: Int = 60, rows: Int = 12,
    change: @escaping (inout Element, Action) -> Void = { _, _ in }
  ) -> (FakeHost, FullScreen) {
    let host = FakeHost(tree, change: change)
    let screen = FullScreen(
      host: host, title: "Kitchen", size: Size(columns: columns, rows: rows), present: { _ in })
    host.attach(screen)
    return (host, screen)
  }

  private func press(_ screen: FullScreen, _ keys: Key...) {
    for key in keys { _ = screen.handle(key) }
  }

  @Test("Tab passes a list as one stop, and comes back to the row that it left")
  func tab() {
    let (host, screen) = start()
    press(screen, .tab, .down, .tab, .tab, .tab, .backTab, .backTab)
    #expect(
      host.actions == ["r1", "r2", "close", "sort", "r2", "sort", "close"].map(Action.focus))
  }

  @Test("Tab enters a list at the chosen row")
  func chosen() {
    let tree = Screen("s", title: "") {
      Button("Sort", id: ID("sort"))
      List(id: "list") {
        for number in 1...3 { RadioButton("\(number)", id: ID("r\(number)"), isChosen: number == 2) }
      }
    }.element
    let (host, screen) = start(tree)
    press(screen, .tab)
    #expect(host.actions == [.focus("r2")])
  }

  @Test("Home, End and the page keys stay in the list, and leave it at its end")
  func pages() {
    let (host, screen) = start()
    press(screen, .tab, .pageDown, .pageDown, .pageUp, .end, .home, .end, .end, .home)
    #expect(
      host.actions
        == ["r1", "r8", "r15", "r8", "r50", "r1", "r50", "close", "sort"].map(Action.focus))
  }

  @Test("Letters find rows, Backspace takes one back, Esc shows all rows again before it leaves")
  func find() {
    let (host, screen) = start()
    press(screen, .tab, .text("pe 4"))
    let rows = screen.page.buffer.lines.body.map { $0.split(separator: "┃")[0].split(separator: "│")[0] }
    let texts: [String] = rows.prefix(3).map { String($0.drop { $0 == " " }).trimmed }
    #expect(texts == ["[ Sort ]", "▸ Recipe 4", "Recipe 14"])
    #expect(host.actions.last == .focus("r4"))
    #expect(screen.page.buffer.lines.last == "    Found: pe 4  Enter Select  Esc All  Ctrl-C Quit")
    press(screen, .text("9"))
    #expect(host.actions.last == .focus("r49"))
    press(screen, .backspace, .escape)
    #expect(screen.page.buffer.lines.contains { $0.hasPrefix("    ▸ Recipe 49") })
    press(screen, .escape)
    #expect(host.actions.last == .back)
  }

  @Test("What no row has is not taken")
  func nothingFound() {
    let (host, screen) = start()
    press(screen, .tab, .text("recipez"))
    #expect(screen.page.buffer.lines.last == "    ! No row has \"recipez\".")
    press(screen, .enter)
    #expect(host.actions.last == .tap("r1"))
  }

  @Test("Letters go into the field that searches the list, where there is one")
  func searchField() {
    let tree = Screen("s", title: "") {
      TextField("Search", id: ID("search"), text: "")
      List(id: "list") { for name in ["soup", "rice"] { Cell(name, id: ID(name)) } }
    }.element
    let (host, screen) = start(tree)
    press(screen, .enter, .text("ri"), .enter)
    #expect(
      host.actions == [.focus("soup"), .focus("search"), .edit("search", text: "ri"), .focus("soup")])
  }

  @Test("Pasted text finds rows as typed text does, but in one step, and it presses nothing")
  func paste() {
    let (host, screen) = start()
    press(screen, .paste(" pe"), .tab, .paste(" \n"), .paste("\n pe\t49\n"))
    #expect(host.actions == [.focus("r1"), .focus("r49")])
    #expect(screen.page.buffer.lines.last == "    Found: pe 49  Enter Select  Esc All  Ctrl-C Quit")
    press(screen, .paste("?"))
    #expect(screen.page.buffer.lines.last == "    ! No row has \"pe 49?\".")
    press(screen, .escape, .paste("recipez"))
    #expect(screen.page.buffer.lines.last == "    ! No row has \"recipez\".")
    press(screen, .enter)
    #expect(host.actions.suffix(1) == [.tap("r49")])
  }

  @Test("Pasted text goes into the field that searches the list, where there is one")
  func pasteInSearchField() {
    let tree = Screen("s", title: "") {
      TextField("Search", id: ID("search"), text: "")
      List(id: "list") { for name in ["soup", "rice"] { Cell(name, id: ID(name)) } }
    }.element
    let (host, screen) = start(tree)
    press(screen, .enter, .paste(" ri?\nce "))
    #expect(host.actions == [.focus("soup"), .focus("search"), .edit("search", text: "ri? ce ")])
  }

  @Test("Space presses a row, also where a field searches the list, and letters reach no field of a form")
  func formBesideList() {
    let searched = Screen("s", title: "") {
      TextField("Search", id: ID("search"), text: "")
      List(id: "list") { Cell("soup", id: ID("soup")) }
    }.element
    let (host, screen) = start(searched)
    press(screen, .enter, .text(" "))
    #expect(host.actions == [.focus("soup"), .tap("soup")])
    let form = Screen("s", title: "") {
      TextField("Street", id: ID("street"), text: "")
      TextField("City", id: ID("city"), text: "Berlin")
      List(id: "times") {
        for time in ["17", "18"] { RadioButton(time, id: ID("t\(time)"), isChosen: false) }
      }
    }.element
    let (formHost, formScreen) = start(form)
    press(formScreen, .tab, .tab, .text("18"))
    #expect(!formHost.actions.contains { if case .edit = $0 { true } else { false } })
    #expect(formHost.actions.last == .focus("t18"))
  }

  @Test("A click presses what it is on, and gives a field the keyboard")
  func click() {
    let tree = Screen("s", title: "") {
      TextField("Name", id: ID("name"), text: "")
      Row {
        Button("Yes", id: ID("yes"))
        Button("No", id: ID("no"))
      }
    }.element
    let (host, screen) = start(tree)
    let row = screen.page.buffer.lines.firstIndex { $0.contains("[ Yes ]  [ No ]") } ?? 0
    press(
      screen, .click(Position(row: row, column: 15)), .click(Position(row: row, column: 11)),
      .click(Position(row: row, column: 30)), .click(Position(row: 1, column: 20)))
    #expect(host.actions == [.tap("no"), .focus("name")])
  }

  @Test("Behind an alert nothing can be clicked")
  func coveredClick() {
    let (host, screen) = start(Samples.alert, rows: 20)
    for row in 0..<20 { press(screen, .click(Position(row: row, column: 6))) }
    #expect(host.actions == [])
  }

  @Test("The wheel scrolls a list without moving the keyboard, which the next key shows again")
  func wheel() {
    let (host, screen) = start()
    press(screen, .tab, .wheel(3, Position(row: 4, column: 10)), .wheel(3, Position(row: 4, column: 10)))
    #expect(screen.page.buffer.lines[2].hasPrefix("      Recipe 7 "))
    press(screen, .enter)
    #expect(screen.page.buffer.lines[2].hasPrefix("    ▸ Recipe 1 "))
    #expect(host.actions == [.focus("r1")])
  }

  @Test("The list of all keys stands in front of the page until another key is pressed")
  func help() {
    let (host, screen) = start(rows: 24)
    press(screen, .text("?"))
    #expect(screen.page.buffer.lines.contains { $0.contains("Ctrl-C     quit") })
    #expect(screen.page.buffer.lines.last == "    Esc Close  Ctrl-C Quit")
    press(screen, .enter)
    #expect(!screen.page.buffer.lines.contains { $0.contains("Ctrl-C     quit") })
    #expect(host.actions == [])
  }

  @Test("The list of all keys scrolls to its ends by Home and End, and keeps its columns where it is wrapped")
  func helpScrolls() {
    let (_, screen) = start(rows: 12)
    screen.resize(to: Size(columns: 40, rows: 12))
    press(screen, .text("?"))
    let first = screen.page.buffer.lines
    #expect(first.contains { $0.contains("Tab        next field, button") })
    #expect(first.contains { $0.contains("           or list") })
    press(screen, .end)
    #expect(screen.page.buffer.lines.contains { $0.contains("Ctrl-C     quit") })
    press(screen, .home)
    #expect(screen.page.buffer.lines == first)
    screen.resize(to: Size(columns: 20, rows: 12))
    #expect(screen.page.buffer.lines.contains { $0.contains("  next") })
  }

  @Test("In a field a question mark is text, and F1 shows the keys")
  func helpInField() {
    let tree = Screen("s", title: "") { TextField("Name", id: ID("name"), text: "") }.element
    let (host, screen) = start(tree, rows: 24)
    press(screen, .text("?"), .help)
    #expect(host.actions == [.focus("name"), .edit("name", text: "?")])
    #expect(screen.page.buffer.lines.contains { $0.contains("Ctrl-C     quit") })
  }

  @Test("A row that is cut says everything while it has the keyboard")
  func cutRow() {
    let long = "Soup of the day with bread and butter and a glass of water"
    let tree = Screen("s", title: "") {
      List(id: "list") {
        Cell(long, id: ID("long"), value: "12.00 €")
        Cell(long, id: ID("other"), value: "12.00 €")
        Cell(long, value: "12.00 €")
      }
    }.element
    let (_, screen) = start(tree, columns: 50)
    #expect(
      screen.page.buffer.lines.body == [
        "  ▸ Soup of the day with bread and       12.00 €", "    butter and a glass of water",
        "    Soup of the day with bread and but…  12.00 €",
        "    Soup of the day with bread and       12.00 €", "    butter and a glass of water",
      ])
  }

  @Test("On a wide terminal rows take the room that they need, and texts stay short")
  func wide() {
    let long = String(repeating: "x", count: 80)
    let tree = Screen("s", title: "Long") {
      Text(String(repeating: "word ", count: 20))
      List(id: "list") { Cell(long, id: ID("long"), value: "1 €") }
    }.element
    let (_, screen) = start(tree, columns: 120, rows: 20)
    let lines = screen.page.buffer.lines.body
    #expect(lines.contains { $0.contains("▸ \(long)  ") && $0.hasSuffix("1 €") })
    #expect(lines[0].trimmed == String(repeating: "word ", count: 14).dropLast())
  }
}

extension String {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
