import ElementTree
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@MainActor
@Suite("Keys on a whole terminal")
struct FullScreenTests {
  private func start(
    _ tree: some ElementConvertible, columns: Int = 80, rows: Int = 24,
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

  @Test("Drawing alone changes nothing in the app")
  func drawing() {
    let (host, _) = start(Samples.form)
    #expect(host.actions == [])
  }

  @Test("Tab goes round through what can have the focus, from the first element")
  func tab() {
    let (host, screen) = start(Samples.form)
    press(screen, .tab, .tab, .tab, .tab, .tab, .backTab, .backTab)
    #expect(
      host.actions.map { "\($0)" } == [
        "focus(\"password\")", "focus(\"news\")", "focus(\"save\")", "focus(\"delete\")", "focus(\"name\")",
        "focus(\"delete\")", "focus(\"save\")",
      ])
  }

  @Test("Up and Down go from line to line, Left and Right within one")
  func arrows() {
    let (host, screen) = start(Samples.form)
    press(screen, .down, .down, .left, .down, .right, .right, .up, .up)
    #expect(
      host.actions == [
        .focus("password"), .focus("news"), .focus("save"), .focus("delete"), .focus("news"),
        .focus("password"),
      ])
  }

  @Test("Up leads to the first of the elements that stand side by side, at the top too")
  func upToRow() {
    let tree = Screen("s", title: "") {
      Row {
        Button("A", id: ID("a"))
        Button("B", id: ID("b"))
      }
      Button("C", id: ID("c"))
    }
    let (host, screen) = start(tree)
    press(screen, .down, .up, .right)
    #expect(host.actions == [.focus("c"), .focus("a"), .focus("b")])
  }

  @Test("Home and End go to the first and the last element")
  func ends() {
    let (host, screen) = start(Samples.list)
    press(screen, .end, .end, .home)
    #expect(host.actions == [.focus("r30"), .focus("close"), .focus("r1")])
  }

  @Test("Enter and Space press; the app is asked to focus the element first")
  func press() {
    let (host, screen) = start(Samples.welcome)
    press(screen, .enter, .text(" "))
    #expect(host.actions == [.focus("continue"), .tap("continue"), .tap("continue")])
  }

  @Test("Typing replaces the text of the field, and the cursor stays with it")
  func typing() {
    let (host, screen) = start(Samples.form)
    press(screen, .text("Ad"), .text("a"), .left, .backspace, .paste("d\nd"), .home, .text("x "))
    #expect(host.tree.first(withIdentifier: "name")?.value == "x Ad da")
    #expect(screen.page.cursor == Position(row: 3, column: 4 + 10 + 1 + 2))
  }

  @Test("A paste that was cut is told in the last line, until the next key")
  func cutPaste() {
    let (_, screen) = start(Samples.form)
    func isTold() -> Bool {
      screen.page.buffer.lines.last?.contains("only the first 64 KiB are here") == true
    }
    press(screen, .paste("much"), .pasteWasCut)
    #expect(isTold())
    press(screen, .text("x"))
    #expect(!isTold())
  }

  @Test("The cursor stands after the text of a field that gets the keyboard")
  func cursorAfterText() {
    let (host, screen) = start(Samples.form)
    press(screen, .tab, .text("x"))
    #expect(host.actions.last == .edit("password", text: "secretx"))
  }

  @Test("The cursor is held in the text when the app changes it")
  func corrected() {
    let (host, screen) = start(Samples.form) { tree, action in
      guard case .edit(let identifier, let text) = action else { return }
      tree = tree.mapElements { if $0.identifier == identifier { $0.value = String(text.prefix(3)) } }
    }
    press(screen, .text("abcdef"), .text("g"), .left, .text("x"))
    #expect(host.tree.first(withIdentifier: "name")?.value == "abx")
    #expect(screen.page.cursor?.column == 4 + 10 + 1 + 3)
  }

  @Test("A change that the app refuses leaves the cursor where it was")
  func refused() {
    let (_, screen) = start(Samples.form) { tree, action in
      guard case .edit(let identifier, _) = action else { return }
      tree = tree.mapElements { if $0.identifier == identifier { $0.value = "ab" } }
    }
    press(screen, .text("x"), .left, .left, .text("y"))
    #expect(screen.page.cursor?.column == 4 + 10 + 1)
  }

  @Test("Enter in a field goes on, and after the last one presses the primary button")
  func enterInField() {
    let (host, screen) = start(Samples.form)
    press(screen, .enter, .enter)
    #expect(host.actions == [.focus("password"), .tap("save")])
  }

  @Test("Characters mean nothing outside of a field, and go into the field that a space leads to")
  func spaceLeadsToField() {
    let tree = Screen("s", title: "") {
      Button("B", id: ID("b"))
      TextField("F", id: ID("f"), text: "")
    }
    let (host, screen) = start(tree) { tree, action in
      if action == .tap("b") { tree = tree.mapElements { $0.isFocused = $0.identifier == "f" } }
    }
    press(screen, .text("q ab c"))
    #expect(host.actions == [.focus("b"), .tap("b"), .edit("f", text: "ab c")])
  }

  @Test("Esc goes back where the screen allows it, but not past an alert")
  func back() {
    let (form, formScreen) = start(Samples.form)
    press(formScreen, .escape)
    #expect(form.actions == [.back])
    let (welcome, welcomeScreen) = start(Samples.welcome)
    press(welcomeScreen, .escape)
    #expect(welcome.actions == [])
    let covered = Element(
      .window,
      children: [Samples.form, Alert("Sure?", id: "sure") { Button("Yes", id: ID("yes")) }.element])
    let (host, screen) = start(covered)
    press(screen, .escape, .enter)
    #expect(host.actions == [.focus("yes"), .tap("yes")])
  }

  @Test("Esc gives an alert's harmless answer")
  func harmless() {
    let (host, screen) = start(Samples.alert)
    #expect(screen.page.buffer.lines.last?.contains("Esc Close") == true)
    press(screen, .escape)
    #expect(host.actions == [.back])
  }

  @Test("Ctrl-C asks once before it quits with something that is not saved")
  func unsaved() {
    let (host, screen) = start(Samples.form)
    #expect(screen.handle(.control("c")) == .quit)
    screen.draw(host.tree)
    let (_, draft) = start(Samples.form.element.traits(.unsaved))
    #expect(draft.handle(.control("c")) == .nothing)
    #expect(draft.page.buffer.lines.last == "    ! Not saved. Ctrl-C again quits.")
    #expect(draft.handle(.text("x")) == .nothing)
    #expect(draft.handle(.control("c")) == .nothing)
    #expect(draft.handle(.control("c")) == .quit)
  }

  @Test("Ctrl-C asks on a terminal that is too small for a page as well")
  func unsavedWhenSmall() {
    let (_, screen) = start(Samples.form.element.traits(.unsaved), columns: 16, rows: 3)
    #expect(screen.handle(.control("c")) == .nothing)
    #expect(screen.page.buffer.lines == ["needs 20x5", "Not saved.", "Ctrl-C again"])
    #expect(screen.handle(.control("c")) == .quit)
  }

  @Test("Only the elements of an alert take keys")
  func alert() {
    let (host, screen) = start(Samples.alert)
    press(screen, .tab, .tab, .right)
    #expect(host.actions == [.focus("no"), .focus("yes"), .focus("no")])
  }

  @Test("Control keys ask something of the terminal, in a field as well")
  func requests() {
    let (_, screen) = start(Samples.form)
    #expect(screen.handle(.control("c")) == .quit)
    #expect(screen.handle(.control("z")) == .suspend)
    #expect(screen.handle(.control("l")) == .repaint)
    #expect(screen.handle(.text("q")) == .nothing)
  }

  private static let reading = Screen("terms", title: "Terms") {
    for number in 1...30 { Text("Line \(number)") }
    Button("Accept", id: ID("accept"))
  }.element

  @Test("A long text begins at its beginning, and nothing acts on a button that is out of sight")
  func reading() {
    let (host, screen) = start(Self.reading, columns: 40, rows: 10)
    #expect(screen.page.buffer.lines[1] == "  Line 1                               ┃")
    press(screen, .down)
    #expect(screen.page.buffer.lines[1].hasPrefix("  Line 2 "))
    press(screen, .pageDown)
    #expect(screen.page.buffer.lines[1].hasPrefix("  Line 9 "))
    press(screen, .pageUp, .pageUp, .up)
    #expect(screen.page.buffer.lines[1].hasPrefix("  Line 1 "))
    press(screen, .enter)
    #expect(screen.page.buffer.lines[8].hasPrefix("  [ Accept ]"))
    #expect(host.actions == [.focus("accept")])
    press(screen, .enter)
    #expect(host.actions == [.focus("accept"), .tap("accept")])
  }

  @Test("A page without anything to press scrolls to its end and no further")
  func scrollOnly() {
    let text = Screen("s", title: "") { for number in 1...20 { Text("Line \(number)") } }
    let (_, screen) = start(text, columns: 40, rows: 10)
    press(screen, .pageDown, .pageDown, .pageDown, .pageDown, .down)
    #expect(screen.page.buffer.lines[8].hasPrefix("  Line 20 "))
    press(screen, .up)
    #expect(screen.page.buffer.lines[8].hasPrefix("  Line 19 "))
  }

  @Test("With the last element, what stands after it comes into sight")
  func afterLast() {
    let text = Screen("s", title: "") {
      for number in 1...8 { Button("Button \(number)", id: ID("b\(number)")) }
      Text("The end")
    }
    let (_, screen) = start(text, columns: 40, rows: 10)
    press(screen, .end)
    #expect(screen.page.buffer.lines[8].hasPrefix("  The end "))
    press(screen, .home)
    #expect(screen.page.buffer.lines[1].hasPrefix("  [ Button 1 ]"))
  }

  @Test("A new screen begins at its top")
  func newScreen() {
    let (_, screen) = start(Self.reading, columns: 40, rows: 10)
    press(screen, .pageDown)
    screen.draw(Screen("other", title: "") { for number in 1...30 { Text("Other \(number)") } }.element)
    #expect(screen.page.buffer.lines[1].hasPrefix("  Other 1 "))
  }

  @Test("A new screen begins at its top even where its button has the keyboard; Enter looks for it first")
  func newScreenWithFocus() {
    let terms = Screen("terms", title: "Terms") {
      for number in 1...30 { Text("Line \(number)") }
      Button("Accept", id: ID("accept")).focused()
    }
    let (host, screen) = start(terms, columns: 40, rows: 10)
    #expect(screen.page.buffer.lines[1].hasPrefix("  Line 1 "))
    press(screen, .enter)
    #expect(screen.page.buffer.lines[8].hasPrefix("  [ Accept ]"))
    #expect(host.actions == [])
    press(screen, .enter)
    #expect(host.actions == [.tap("accept")])
  }

  @Test("After a change of size the focused element is still in sight")
  func resize() {
    let (_, screen) = start(Samples.form, columns: 80, rows: 24)
    press(screen, .backTab)
    screen.resize(to: Size(columns: 40, rows: 6))
    #expect(screen.page.buffer.lines[4].hasPrefix("  [ Save ]  [ × Delete ]"))
    screen.resize(to: Size(columns: 5, rows: 2))
    press(screen, .enter, .tab)
    screen.resize(to: Size(columns: 80, rows: 24))
    #expect(screen.page.style(of: "[ × Delete ]")?.attributes == .reverse)
  }

  @Test("Typing goes on after what somebody else has written into the field")
  func othersText() {
    let field = { TextField("Name", id: ID("n"), text: $0).focused() }
    let (host, screen) = start(Screen("s", title: "") { field("") })
    host.show(Screen("s", title: "") { field("WELCOME") })
    press(screen, .text("10"))
    #expect(host.actions == [.edit("n", text: "WELCOME10")])
    press(screen, .left, .left, .text("-"), .text("+"))
    #expect(host.actions.last == .edit("n", text: "WELCOME-+10"))
  }

  @Test("What the app refuses is said in the last line until the next key")
  func notice() {
    let tree = Screen("s", title: "") { Button("B", id: ID("b")) }
    let (_, screen) = start(tree) { tree, action in
      if action == .focus("b") { tree = tree.mapElements { if $0.role == .button { $0.isEnabled = false } } }
    }
    press(screen, .enter)
    #expect(screen.page.buffer.lines.last == "    ! The element \"b\" is disabled.")
    press(screen, .up)
    #expect(screen.page.buffer.lines.last == "    ? Keys  Ctrl-C Quit")
  }

  @Test("A screen that comes with the keyboard on a row far below shows that row")
  func returning() {
    func list(_ focused: Int) -> Element {
      Screen("list", title: "List") {
        for number in 1...40 {
          Button("Number \(number)", id: ID("b\(number)")).focused(number == focused)
        }
      }.element
    }
    let (host, screen) = start(list(1))
    host.show(Screen("other", title: "Other") { Button("Back", id: ID("back")).focused(true) }.element)
    host.show(list(40))
    #expect(screen.page.showsFocus)
    host.show(Screen("other", title: "Other") { Button("Back", id: ID("back")).focused(true) }.element)
    host.show(list(1))
    #expect(screen.page.scroll.page == 0)
  }

  @Test("A key that somebody else takes closes the list of keys, so that it is seen what the key has done")
  func takenInHelp() {
    let (host, screen) = start(Samples.form)
    host.taken = .control("b")
    press(screen, .help)
    #expect(screen.page.buffer.lines.text.contains("Keys (?"))
    press(screen, .control("b"))
    #expect(!screen.page.buffer.lines.text.contains("Keys (?"))
    #expect(screen.page.buffer.lines.text.contains("Save"))
  }
}
