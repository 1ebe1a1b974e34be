import ElementTree
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@Suite("The room that the parts of a page have")
struct RoomTests {
  private func body(columns: Int = 44, rows: Int = 20, _ content: Element...) -> [String] {
    screen(Screen("s", title: "") { content }, columns: columns, rows: rows, focused: "none").body
  }

  /// So many letters that take one column each.
  private func letters(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test("The name of the screen takes two thirds of the header at most, and that of the app what is left")
  func header() {
    let lines = screen(Screen("s", title: letters(30)) {}, columns: 40, rows: 10)
    #expect(lines[0] == "  Kitchen     " + letters(23) + "…")
    let short = PageLayout(
      tree: Screen("s", title: "Sink") {}.element, title: letters(40), size: Size(columns: 40, rows: 10)
    ).page()
    #expect(short.buffer.lines[0] == "  " + letters(29) + "…  Sink")
  }

  @Test("A title that has no room in the header is not repeated where the first heading says the same")
  func sameHeading() {
    func count(_ heading: String) -> Int {
      screen(Screen("s", title: letters(30)) { Text(heading).traits(.heading) }, columns: 40, rows: 10)
        .count { $0.contains(letters(30)) }
    }
    #expect(count(letters(30)) == 1)
    #expect(count("Other") == 1)
  }

  @Test("What has the keyboard says all, a row with its value below where the label has no room beside it")
  func focusedText() {
    func body(_ element: Element) -> [String] {
      screen(Screen("s", title: "") { element }, columns: 20, rows: 14).body
    }
    #expect(
      body(Cell("Grandmother's dumpling soup", id: ID("c"), value: "€12.00").element)
        == ["  ▸ Grandmother's", "    dumpling soup", "            €12.00"])
    #expect(
      body(Button("Cancel the order", id: ID("b")).traits(.destructive)) == [
        "  [ × Cancel the", "    order ]",
      ])
  }

  @Test("Tabs keep their place as long as four rows are left for the page")
  func tabs() {
    let tree = Element(
      .window,
      children: [
        Screen("s", title: "S") {
          Text("One line")
          TabBar(id: "tabs") { Tab("Menu", id: ID("m"), isSelected: true) }
        }.element
      ])
    func row(_ rows: Int) -> Int? {
      screen(tree, columns: 40, rows: rows, focused: "none").firstIndex { $0.contains("Menu") }
    }
    #expect(row(8) == 5)
    #expect(row(7) == 2)
  }

  @Test("Text that says that there is no room is short where the long one does not fit")
  func tooSmall() {
    #expect(screen(Samples.welcome, columns: 21, rows: 3).first == "Too small: needs 20x5")
    #expect(screen(Samples.welcome, columns: 20, rows: 3).first == "needs 20x5")
  }

  @Test("A notice where there is no room has nothing that a terminal obeys")
  func tooSmallNotice() {
    let page = Page.tooSmall(
      Size(columns: 12, rows: 4), smallest: Size(columns: 20, rows: 5), notice: "a\u{1B}b\u{9B}2J")
    #expect(page.frame.buffer.lines.contains { $0.hasPrefix("a␛b\u{FFFD}2J") })
  }

  private func alert(_ lines: Int, columns: Int, rows: Int, text: String = "x") -> [String] {
    let alert = Alert("A", id: "a") { for _ in 0..<lines { Text(text) } }.element
    let tree = Element(.window, children: [Screen("s", title: "") {}.element, alert])
    return screen(tree, columns: columns, rows: rows).filter { $0.contains { "╭│╰".contains($0) } }
  }

  @Test("An alert is as wide as its text, from 30 columns to 60, and leaves two on each side")
  func alertColumns() {
    func width(_ columns: Int, _ text: Int) -> Int? {
      alert(1, columns: columns, rows: 24, text: letters(text)).first?.split(separator: " ").first?.count
    }
    #expect(width(80, 3) == 30)
    #expect(width(80, 25) == 31)
    #expect(width(80, 54) == 60)
    #expect(width(80, 90) == 60)
    #expect(width(40, 90) == 36)
  }

  @Test("An alert is as high as its text as long as that fits, and scrolls with a bar at its right edge")
  func alertRows() {
    #expect(alert(13, columns: 80, rows: 24).count == 19)
    #expect(!alert(13, columns: 80, rows: 24).joined().contains("┃"))
    let long = alert(14, columns: 80, rows: 24)
    #expect(long.count == 19)
    #expect(long[2].hasSuffix("A                        ┃│"))
  }

  @Test("On a page that scrolls all the same, a list is whole; one longer than the page has three rows")
  func shortList() {
    func list(_ count: Int) -> [Element] {
      (1...9).map { Text("Line \($0)").element }
        + [
          List("", id: "l") { for row in 1...count { Cell("c\(row)", id: ID("c\(row)"), value: "v") } }
            .element
        ]
    }
    func cells(_ count: Int) -> [String] {
      page(
        Screen("s", title: "") { list(count) }, columns: 30, rows: 10, focused: "c\(count)"
      ).buffer.lines.filter { $0.contains(" c") || $0.contains("▸") }
    }
    #expect(
      cells(9) == [
        "    c7                   v │ ┃", "    c8                   v │ ┃", "  ▸ c9                   v ┃ ┃",
      ])
    #expect(cells(8).last == "  ▸ c8                     v ┃")
    #expect(cells(8).count == 8)
  }

  @Test("What floats stands two columns apart, and in rows of its own where it does not fit")
  func floating() {
    func row(_ columns: Int) -> String {
      let group = Group {
        Button("One", id: ID("one"))
        Button("Two", id: ID("two"))
      }.element.children.map { button in
        Element(.group, traits: [.floating], children: [button])
      }
      let tree = Element(.window, children: [Screen("s", title: "") {}.element] + group)
      return screen(tree, columns: columns, rows: 10)[8]
    }
    #expect(row(40) == String(repeating: " ", count: 22) + "[ One ]  [ Two ]")
    #expect(row(20) == "  [ One ]  [ Two ]")
    let wide = Element(
      .window,
      children: [Screen("s", title: "") {}.element]
        + [8, 7].map {
          Element(.group, traits: [.floating], children: [Button(letters($0), id: ID("b\($0)")).element])
        }
    )
    #expect(
      screen(wide, columns: 24, rows: 10)[7...8] == ["          [ xxxxxxxx ]", "           [ xxxxxxx ]"])
  }

  @Test("Labels are cut where the frame around them leaves no more room")
  func labels() {
    #expect(body(Button(letters(36), id: ID("b")).element) == ["  [ \(letters(36)) ]"])
    #expect(body(Button(letters(37), id: ID("b")).element) == ["  [ \(letters(35))… ]"])
    #expect(
      body(Toggle(letters(37), id: ID("t"), isOn: true).element) == ["  [x] \(letters(36))", "      x"])
    let tabs = TabBar(id: "tabs") { Tab(letters(39), id: ID("t"), isSelected: false) }.element
    #expect(body(tabs).first == "   \(letters(37))…")
  }

  @Test("The value of a row takes half of it at most, and stands two columns from the label")
  func cells() {
    #expect(body(Cell("c", id: ID("c"), value: letters(20)).element) == ["    c" + spaces(17) + letters(20)])
    #expect(
      body(Cell("c", id: ID("c"), value: letters(21)).element) == ["    c" + spaces(17) + letters(19) + "…"])
    #expect(
      body(Cell(letters(40), id: ID("c"), value: "v").element) == ["    " + letters(34) + "…  v"])
  }

  @Test(
    "The label of a field stands beside its box up to two fifths of the line, that of progress up to half")
  func labelsBeside() {
    #expect(body(TextField(letters(14), id: ID("f"), text: "").element).count == 1)
    #expect(body(TextField(letters(15), id: ID("f"), text: "").element).count == 2)
    #expect(body(Progress(letters(18), fraction: 0).element).count == 1)
    #expect(body(Progress(letters(19), fraction: 0).element).count == 2)
  }

  @Test("A bar is filled to the nearest column")
  func progress() {
    #expect(body(Element(.progress, fraction: 0.98)) == ["  " + String(repeating: "█", count: 33) + "░  98%"])
    #expect(body(Element(.progress, fraction: 0.99)) == ["  " + String(repeating: "█", count: 34) + "  99%"])
  }

  @Test(
    "A drawing is shown where it fits into the line and into half of the rows, and told in words elsewhere")
  func drawing() {
    func image(_ columns: Int, _ rows: Int) -> Element {
      Image("I", drawing: Array(repeating: letters(columns), count: rows).joined(separator: "\n")).element
    }
    #expect(body(image(40, 1)) == ["  " + letters(40)])
    #expect(body(image(41, 1)) == ["  (I)"])
    #expect(body(image(1, 7)).count == 7)
    #expect(body(image(1, 8)) == ["  (I)"])
  }

  @Test("Elements side by side go on in the next line, or become a stack, only where they no longer fit")
  func sideBySide() {
    func buttons(_ last: Int) -> Element {
      Row {
        Button(letters(15), id: ID("a"))
        Button(letters(last), id: ID("b"))
      }.element
    }
    #expect(body(buttons(15)).count == 1)
    #expect(body(buttons(16)).count == 2)
    let groups = Row {
      Group { TextField("A", id: ID("a"), text: "") }
      Group { TextField("B", id: ID("b"), text: "") }
    }.element
    #expect(body(columns: 46, groups).count == 1)
    #expect(body(columns: 45, groups).count > 1)
  }

  @Test(
    "What is inside of an element that shows something itself stands two columns in, and ends where that does"
  )
  func inside() {
    let cell = Element(.cell, id: "c", label: "C", children: [Text(letters(39)).element])
    #expect(body(cell) == ["    C", "    " + letters(38), "    x"])
  }

  @Test("Key hints are cut and left out only where they do not fit")
  func hints() {
    let form = Screen("s", title: "") {
      TextField("F", id: ID("f"), text: "")
      Button(letters(21), id: ID("b")).traits(.primary)
    }.element
    let hints = KeyHint.hints(for: form, focused: "f", overflows: false)
    #expect(hints[1] == KeyHint(key: "Enter", effect: letters(19) + "…", rank: 4))
    let two = [KeyHint(key: "Tab", effect: "Next", rank: 2), KeyHint(key: "Ctrl-C", effect: "Quit", rank: 0)]
    #expect(KeyHint.line(of: two, columns: 21).columns == 21)
    #expect(KeyHint.line(of: two, columns: 20).columns == 11)
  }

  @Test("Elements of a kind stand close, others an empty line apart")
  func spacing() {
    let text = Text("t").element
    let heading = Text("h").traits(.heading).element
    let note = Text("n").traits(.secondary).element
    let field = TextField("f", id: ID("f"), text: "").element
    let cell = Cell("c", id: ID("c")).element
    let progress = Progress("p", fraction: 0).element
    let button = Button("b", id: ID("b")).element
    let close = [
      (heading, text), (heading, button), (text, text), (button, button), (cell, cell), (cell, text),
      (text, cell), (progress, progress), (progress, text), (field, field), (field, note),
    ]
    for (one, other) in close { #expect(one.gap(before: other) == 0, "\(one) \(other)") }
    let apart = [
      (text, heading), (field, text), (text, field), (button, text), (cell, button), (field, button),
    ]
    for (one, other) in apart { #expect(one.gap(before: other) == 1, "\(one) \(other)") }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
