import ElementTree
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@Suite("Details of the layout")
struct LayoutDetailTests {
  private func body(focused: String? = nil, cursor: Int = 0, _ content: Element...) -> [String] {
    let shown = Screen("s", title: "") { content }
    return screen(shown, columns: 44, rows: 20, focused: focused ?? "none", cursor: cursor).body
  }

  @Test("Below the smallest size there is one line that says so")
  func tooSmall() {
    #expect(screen(Samples.welcome, columns: 30, rows: 3) == ["Too small: needs 20x5", "", ""])
    #expect(screen(Samples.welcome, columns: 12, rows: 30).first == "needs 20x5")
    #expect(screen(Samples.welcome, columns: 0, rows: 0) == [])
    #expect(!page(Samples.welcome, columns: 19, rows: 5).isUsable)
  }

  @Test("Every size from the smallest to a very large one is painted")
  func allSizes() {
    for sample in [Samples.alert, Samples.tabs, Samples.form, Samples.list] {
      for (columns, rows) in [(20, 5), (21, 6), (30, 7), (59, 15), (60, 16), (1000, 500)] {
        #expect(screen(sample, columns: columns, rows: rows).count == rows)
      }
    }
  }

  @Test("In a very wide terminal the text stays in the middle")
  func veryWide() {
    let lines = screen(Samples.welcome, columns: 200, rows: 60)
    #expect(lines[0].hasPrefix(String(repeating: " ", count: 64) + "Kitchen  "))
    #expect(lines[3] == String(repeating: " ", count: 64) + "Cook what you have")
  }

  @Test("A field scrolls so that the cursor is in sight, and shows its beginning otherwise")
  func longField() {
    let long = String((0..<10).flatMap { _ in "0123456789" })
    let field = TextField("N", id: ID("n"), text: long).element
    #expect(body(field) == ["  N  │0123456789012345678901234567890123…│"])
    #expect(body(focused: "n", cursor: 100, field) == ["  N  ┃6789012345678901234567890123456789 ┃"])
    #expect(body(focused: "n", cursor: 0, field) == ["  N  ┃01234567890123456789012345678901234┃"])
  }

  @Test("The cursor stands after the characters before it, however wide they are")
  func cursorColumn() {
    let shown = Screen("s", title: "") { TextField("名", id: ID("n"), text: "料x理") }
    let painted = page(shown, columns: 40, rows: 10, focused: "n", cursor: 2)
    #expect(painted.buffer.lines[1] == "  名  ┃料x理                         ┃")
    #expect(painted.cursor == Position(row: 1, column: 2 + 4 + 1 + 3))
    #expect(page(shown, columns: 40, rows: 10, focused: "other").cursor == nil)
  }

  @Test("A label that is too long for its line stands above the box")
  func longLabel() {
    let field = TextField("The name of your kitchen", id: ID("n"), text: "Ada").element
    #expect(
      body(field) == [
        "  The name of your kitchen", "  │Ada                                   │",
      ])
  }

  @Test("A secure field shows dots only")
  func secure() {
    #expect(
      body(SecureField("P", id: ID("p"), text: "abc").element) == [
        "  P  │•••                                │"
      ])
  }

  @Test("Text can never send anything to the terminal")
  func injection() {
    let evil = "\u{1B}]0;x\u{7}\u{9B}2J\r"
    let shown = Screen("s", title: evil) {
      Text(evil)
      Button(evil, id: ID("b"))
      TextField(evil, id: ID("f"), text: evil, placeholder: evil)
      Image(evil, drawing: evil)
      Cell(evil, id: ID("c"), value: evil)
      Tab(evil, id: ID("t"), isSelected: true, badge: evil)
    }
    for focused in ["b", "f"] {
      let painted = page(shown, columns: 80, rows: 24, focused: focused, cursor: 2, notice: evil)
      let text = painted.buffer.lines.joined()
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    }
  }

  @Test("Tabs at the end of a screen keep their place above the key hints, and scroll where room is short")
  func pinnedTabs() {
    let shown = Element(
      .window,
      children: [
        Screen("s", title: "S") {
          Text("One line")
          TabBar(id: "tabs") { Tab("Menu", id: ID("m"), isSelected: true) }
        }.element
      ])
    let lines = screen(shown, columns: 40, rows: 10, focused: "none")
    #expect(lines[1] == "  One line")
    #expect(lines[7].contains("Menu"))
    #expect(screen(shown, columns: 40, rows: 6, focused: "none")[2].contains("Menu"))
  }

  @Test("Buttons side by side go on in the next line")
  func flow() {
    let row = Row { for name in ["First", "Second", "Third", "Fourth"] { Button(name, id: ID(name)) } }
      .element
    #expect(body(row) == ["  [ First ]  [ Second ]  [ Third ]", "  [ Fourth ]"])
  }

  @Test("Groups with fields become columns where there is room, and stand below one another elsewhere")
  func columns() {
    let row = Row {
      Group("From") { TextField("A", id: ID("a"), text: "1") }
      Group("To") { TextField("B", id: ID("b"), text: "2") }
    }
    #expect(
      screen(Screen("s", title: "") { row }, columns: 60, rows: 16, focused: "x").body == [
        "    From                       To",
        "    A  │1                   │  B  │2                   │",
      ])
    #expect(body(row.element).count == 5)
  }

  @Test("Disabled elements look different without colour")
  func disabled() {
    #expect(
      body(
        Button("B", id: ID("b")).disabled(), Toggle("T", id: ID("t"), isOn: true).disabled(),
        Cell("C", id: ID("c")).disabled()
      ) == ["  ( B )", "", "  ┊x┊ T", "", "  - C"])
  }

  @Test("Colours carry the meaning, and the focus turns them around")
  func styles() {
    let painted = page(Samples.form, columns: 80, rows: 24, focused: "delete")
    #expect(painted.style(of: "! Please") == Style(colour: .red))
    #expect(painted.style(of: "[ Save ]") == Style(attributes: .bold))
    #expect(painted.style(of: "[ × Delete ]") == Style(colour: .red, attributes: .reverse))
    #expect(painted.style(of: "┊ ┊") == .dim)
    #expect(painted.style(of: "Your name") == .dim)
  }

  @Test("Everything behind an alert is dim, the alert and the key hints are not")
  func dimmed() {
    let painted = page(Samples.alert, columns: 80, rows: 24)
    #expect(painted.style(of: "Kitchen") == .dim)
    #expect(painted.style(of: "Cook") == .dim)
    #expect(painted.style(of: "Delete the") == .bold)
    #expect(painted.style(of: "Ctrl-C") == .bold)
    #expect(painted.cursor == nil)
  }

  @Test("Progress shows nothing but what is true", arguments: [(Double.nan, "░"), (-1, "░"), (7, "█")])
  func progress(fraction: Double, bar: String) {
    let element = Element(.progress, fraction: fraction)
    let line = body(element)[0]
    #expect(line.hasPrefix("  " + String(repeating: bar, count: 34) + "  "))
  }

  @Test("Hints that do not fit are left out, the way out never")
  func hints() {
    let tree = Samples.form
    let hints = KeyHint.hints(for: tree, focused: "password", overflows: true)
    func text(_ columns: Int) -> String {
      KeyHint.line(of: hints, columns: columns).spans.map(\.text).joined()
    }
    #expect(text(80) == "Tab Next  Enter Save  Esc Back  PgUp/PgDn Scroll  F1 Keys  Ctrl-C Quit")
    #expect(text(65) == "Tab Next  Enter Save  Esc Back  PgUp/PgDn Scroll  Ctrl-C Quit")
    #expect(text(50) == "Tab Next  Enter Save  Esc Back  Ctrl-C Quit")
    #expect(text(36) == "Enter Save  Esc Back  Ctrl-C Quit")
    #expect(text(30) == "Esc Back  Ctrl-C Quit")
    #expect(text(12) == "Ctrl-C Quit")
  }

  @Test("Where something can be closed, the way to close it stays longest")
  func closingHint() {
    let hints = KeyHint.hints(for: Samples.alert, focused: "keep", overflows: false)
    #expect(KeyHint.line(of: hints, columns: 20).spans.map(\.text).joined() == "Esc Close")
    let keys = KeyHelp.shown(over: Samples.form, columns: 10)
    let help = KeyHint.hints(for: keys, focused: nil, overflows: true)
    #expect(KeyHint.line(of: help, columns: 20).spans.map(\.text).joined() == "Esc Close")
  }

  @Test("What went wrong stands in place of the hints")
  func notice() {
    let lines = screen(Samples.welcome, columns: 60, rows: 20, notice: "That is disabled.")
    #expect(lines.last == "    ! That is disabled.")
  }

  @Test("The bar beside a part that scrolls stands where the visible rows are")
  func bar() {
    func bar(_ visible: Int, _ total: Int, _ offset: Int) -> String {
      Scrolling.bar(visible: visible, total: total, offset: offset).flatMap(\.spans).map(\.text).joined()
    }
    #expect(bar(5, 5, 0) == "")
    #expect(bar(5, 10, 0) == "┃┃│││")
    #expect(bar(5, 10, 5) == "│││┃┃")
    #expect(bar(4, 1000, 500) == "││┃│")
    #expect(bar(4, 1000, 996) == "│││┃")
  }
}
