import ElementTree
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@MainActor
@Suite("Talking line by line")
struct LineConversationTests {
  private static let window = Screen("profile", title: "Profile", allowsBack: true) {
    Text("About you").traits(.heading)
    TextField("Name", id: ID("name"), text: "", placeholder: "Your name")
    SecureField("Password", id: ID("password"), text: "abc")
    Text("Please enter\nyour name.", id: "error").traits(.failure)
    Toggle("News", id: ID("news"), isOn: true)
    Button("Save", id: ID("save")).traits(.primary)
    Button("Skip", id: ID("skip")).disabled()
  }.element

  /// What is said to each of the lines.
  private func answers(
    _ host: FakeHost, _ lines: String...
  ) async -> [String] {
    let conversation = LineConversation(host: host)
    _ = await conversation.begin()
    var answers: [String] = []
    for line in lines { answers.append(await conversation.answer(.text(line)).text) }
    return answers
  }

  @Test("The first screen has everything in words, and numbers for what can be done")
  func begin() async {
    let host = FakeHost(Self.window)
    let text = await LineConversation(host: host).begin()
    #expect(
      text == """
        Screen: Profile  (profile)
        About you
          1. Name, text field, empty (Your name)  name
          2. Password, secure field: 3 characters  password
        Error: Please enter
        your name.  (error)
          3. News, toggle, on  news
          4. Save, button  save
          5. Skip, button, disabled  skip
          back  returns to the screen before

        """)
    #expect(host.settled == 1)
  }

  @Test("Lists, tabs, pictures and progress have words of their own")
  func roles() {
    let screen = LineScreen(
      Element(
        .window,
        children: [
          TabBar(id: "tabs") {
            Tab("Home", id: ID("home"), isSelected: true)
            Tab("Orders", id: ID("orders"), isSelected: false, badge: "2")
          }.element,
          Screen("start", title: "Start") {
            Image("A bowl", id: "bowl", drawing: "\\_/")
            Progress("Import", fraction: 0.5)
            Progress("", id: "bare", fraction: 1)
            List("Recipes", id: "recipes") {
              Cell("Soup", id: ID("soup"), value: "5 min").selected()
              Cell("Stew", id: ID("stew"))
            }
            Text("")
            Text("\u{1B}[2Jx")
          }.element,
        ]))
    #expect(
      screen.lines == [
        "Screen: Start  (start)",
        "  1. Home, tab 1 of 2, selected  home",
        "  2. Orders: 2, tab 2 of 2  orders",
        "A bowl, image  (bowl)",
        "Import, progress: 50%",
        "Progress: 100%  (bare)",
        "Recipes:  (recipes)",
        "  3. Soup: 5 min, cell 1 of 2, selected  soup",
        "  4. Stew, cell 2 of 2  stew",
        "␛[2Jx",
      ])
    #expect(screen.actions == ["home", "orders", "soup", "stew"])
  }

  @Test("One of several looks other than several of several")
  func choices() {
    let tree = Screen("s", title: "S") {
      RadioButton("small", id: ID("small"), isChosen: false)
      RadioButton("large", id: ID("large"), isChosen: true)
      Toggle("egg", id: ID("egg"), isOn: true)
    }.element
    #expect(
      LineScreen(tree).lines.dropFirst() == [
        "  1. small, radio button 1 of 2  small", "  2. large, radio button 2 of 2, selected  large",
        "  3. egg, toggle, on  egg",
      ])
    #expect(screen(tree, columns: 40, rows: 10).body == ["  ( ) small", "  (•) large", "  [x] egg"])
    let disabled = tree.mapElements { $0.isEnabled = false }
    #expect(screen(disabled, columns: 40, rows: 10).body == ["  ┊ ┊ small", "  ┊•┊ large", "  ┊x┊ egg"])
  }

  @Test("Enter in a field does what the Enter key does")
  func enter() async {
    let host = FakeHost(Samples.form)
    let answers = await answers(host, "enter name", "enter 2", "enter news", "enter", "enter \(Int.min)")
    #expect(host.actions == [.focus("password"), .tap("save")])
    #expect(
      answers == [
        "Enter leads to password.\n", "Nothing changed on the screen.\n",
        "\"news\" is not a field that Enter goes on from.\n", "Say in which field: enter ID.\n",
        "\"\(Int.min)\" is not a field that Enter goes on from.\n",
      ])
  }

  @Test("An alert is all that can be answered")
  func alert() {
    #expect(
      LineScreen(Samples.alert).lines == [
        "Screen: Welcome  (welcome)", "Alert: Delete the order?  (sure)", "It cannot be brought back.",
        "  1. Delete, button, destructive  yes", "  2. Keep, button  no", "  back  closes this question",
      ])
  }

  @Test("Commands reach the app, and what they change follows an empty line")
  func commands() async {
    let host = FakeHost(Screen("s", title: "S", allowsBack: true) { TextField("N", id: ID("n"), text: "") })
    let answers = await answers(host, "type n  Ada  L", "1 Bob", "type n")
    #expect(
      answers == [
        "\n  1. N, text field: \" Ada  L\"  n\n",
        "\n  1. N, text field: \"Bob\"  n\n",
        "\n  1. N, text field, empty  n\n",
      ])
    #expect(host.actions == [.edit("n", text: " Ada  L"), .edit("n", text: "Bob"), .edit("n", text: "")])
    #expect(host.settled == 4)
    #expect(await self.answers(host, "1 Bob", "1 ").last == answers[2])
  }

  @Test("Numbers and identifiers press the same things")
  func taps() async {
    let host = FakeHost(Self.window)
    let answers = await answers(host, "4", "tap save", "back")
    #expect(host.actions == [.tap("save"), .tap("save"), .back])
    #expect(answers == Array(repeating: "Nothing changed on the screen.\n", count: 3))
  }

  @Test(
    "What cannot be done is said, and changes nothing",
    arguments: [
      ("tap sav", "No element has the identifier \"sav\". Did you mean \"save\"?\n"),
      ("tap skip", "The element \"skip\" is disabled.\n"),
      ("5", "The element \"skip\" is disabled.\n"),
      ("tap error", "The element \"error\" is a text, which does not answer to a tap.\n"),
      ("type save x", "The element \"save\" is a button, which does not answer to typing.\n"),
      ("0", "No action has the number 0; they go from 1 to 5.\n"),
      ("99999999999999999999", "There is no command \"99999999999999999999\". \(LineCommand.summary)\n"),
      ("1", "1 is a field: write 1 TEXT, or type name TEXT.\n"),
      ("4 now", "4 is not a field: write only 4, and nothing after it.\n"),
      ("tap", "Say what to tap: tap ID.\n"),
      ("type", "Say where to type and what: type ID TEXT.\n"),
      (
        "\t" + String(repeating: "x", count: 41),
        "There is no command \"\(String(repeating: "x", count: 39))…\". \(LineCommand.summary)\n"
      ),
      ("save \u{1B}", "There is no command \"save ␛\". \(LineCommand.summary)\n"),
      ("help", LineCommand.explanation),
    ])
  func refused(line: String, answer: String) async {
    let host = FakeHost(Self.window)
    #expect(await answers(host, line) == [answer])
    #expect(host.actions == [])
  }

  @Test("Where no action is, no number is right")
  func noActions() async {
    let host = FakeHost(Screen("s", title: "S") { Text("x") })
    #expect(await answers(host, "1") == ["No action has the number 1; there are none here.\n"])
  }

  @Test("quit asks once where something is not saved, as Ctrl-C does on a whole terminal")
  func unsaved() async {
    let conversation = LineConversation(host: FakeHost(Self.window.traits(.unsaved)))
    _ = await conversation.begin()
    #expect(await conversation.answer(.text("quit")) == .init(text: "Not saved. quit again quits.\n"))
    _ = await conversation.answer(.text("help"))
    #expect(await conversation.answer(.text("quit")).isLast == false)
    #expect(await conversation.answer(.text("quit")) == .init(text: "", isLast: true))
  }

  @Test("An empty line prints the screen again, and quit ends")
  func showAndQuit() async {
    let conversation = LineConversation(host: FakeHost(Screen("s", title: "S") { Text("x") }))
    #expect(await conversation.begin() == "Screen: S  (s)\nx\n")
    #expect(await conversation.answer(.text("")) == .init(text: "\nScreen: S  (s)\nx\n"))
    #expect(await conversation.answer(.refused("Too long.")) == .refusal("Too long."))
    #expect(await conversation.answer(.text("  quit ")) == .init(text: "", isLast: true))
  }
}

@Suite("Cutting input into lines")
struct LineSplitterTests {
  private func lines(_ pieces: [UInt8]...) -> [LineSplitter.Line] {
    var splitter = LineSplitter()
    return pieces.flatMap { splitter.split($0) } + (splitter.finish().map { [$0] } ?? [])
  }

  @Test("Lines end with either kind of line end, or with the input")
  func ends() {
    #expect(
      lines(Array("one\r\ntwo\n\nthr".utf8), Array("ee".utf8)) == [
        .text("one"), .text("two"), .text(""), .text("three"),
      ])
    #expect(lines([]) == [])
  }

  @Test("What cannot be a command is refused, and the next line is read again")
  func refused() {
    let next = Array("\nnext\n".utf8)
    #expect(
      lines([0x61, 0xFF] + next) == [
        .refused("The line is not UTF-8 text; nothing was done."), .text("next"),
      ])
    #expect(
      lines([0x61, 0] + next) == [.refused("The line contains a NUL; nothing was done."), .text("next")])
    let long = Array(repeating: UInt8(ascii: "x"), count: 65536)
    #expect(lines(long, next) == [.text(String(repeating: "x", count: 65536)), .text("next")])
    #expect(
      lines(long, [0x78] + next) == [
        .refused("The line is longer than 65536 bytes; nothing was done."), .text("next"),
      ])
  }
}
