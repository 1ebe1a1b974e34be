import ElementTree
import Testing

import struct TestSupport.ID

@Suite("Checking an action against a tree")
struct ActionTests {
  private let screen = Screen("menu", title: "Menu") {
    Text("Hello", id: "greeting")
    TextField("Name", id: ID("name"), text: "")
    Button("Continue", id: ID("continue"))
    Button("Pay", id: ID("pay")).disabled()
  }.element

  private func refusal(_ action: Action, in tree: Element? = nil) -> ActionError? {
    do throws(ActionError) {
      try (tree ?? screen).check(action)
      return nil
    } catch {
      return error
    }
  }

  @Test("lets through what the screen can take")
  func accepted() {
    for action in [Action.tap("continue"), .tap("name"), .edit("name", text: "x"), .focus("continue")] {
      #expect(refusal(action) == nil)
    }
  }

  @Test("answers an unknown identifier with the nearest that take actions")
  func unknown() {
    #expect(refusal(.tap("contineu")) == .unknownIdentifier("contineu", nearest: ["continue"]))
    #expect(NearestIdentifiers.nearest(to: "tpa", in: ["type", "tap", "stop"]).first == "tap")
    #expect(refusal(.edit("continua", text: "")) == .unknownIdentifier("continua", nearest: ["continue"]))
    let tree = Screen("s", title: "S") {
      Button("Rename", id: ID("rename"))
      TextField("Names", id: ID("names"), text: "")
    }.element
    #expect(refusal(.edit("name", text: ""), in: tree) == .unknownIdentifier("name", nearest: ["names"]))
    #expect(refusal(.tap("zzzzzzz")) == .unknownIdentifier("zzzzzzz", nearest: []))
    #expect(
      "\(ActionError.unknownIdentifier("x", nearest: ["a", "b", "c"]))"
        == "No element has the identifier \"x\". Did you mean \"a\", \"b\" or \"c\"?")
  }

  @Test("refuses an element that is disabled or of another kind")
  func unfit() {
    #expect(refusal(.tap("pay")) == .disabled("pay"))
    #expect(refusal(.tap("greeting")) == .unfit("greeting", role: .text, action: "a tap"))
    #expect(refusal(.edit("continue", text: "")) == .unfit("continue", role: .button, action: "typing"))
  }

  @Test("refuses what stands behind an alert, and takes what stands in it")
  func alert() {
    var tree = screen
    tree.children.append(Alert("Sure?", id: "sure") { Button("Yes", id: ID("yes")) }.element)
    #expect(refusal(.tap("continue"), in: tree) == .covered("continue", by: "sure"))
    #expect(refusal(.tap("yes"), in: tree) == nil)
  }

  @Test("goes back only from a screen that allows it")
  func back() {
    #expect(refusal(.back) == .noWayBack)
    #expect(refusal(.back, in: screen.traits(.allowsBack)) == nil)
  }

  @Test("closes an alert with the only answer that does nothing destructive")
  func harmless() {
    var tree = screen
    tree.children.append(
      Alert("Erase?", id: "erase") {
        Button("Keep", id: ID("keep")).traits(.primary)
        Button("Erase", id: ID("yes")).traits(.destructive)
      }.element)
    #expect(tree.wayBack == .tap("keep"))
    #expect(refusal(.back, in: tree) == nil)
    let unclear = tree.mapElements { if $0.identifier == "yes" { $0.traits = [] } }
    #expect(unclear.wayBack == nil)
  }

  @Test("goes back only once an alert has been answered")
  func backPastAlert() {
    var tree = screen.traits(.allowsBack)
    tree.children.append(Alert("Sure?", id: "sure") { Button("Yes", id: ID("yes")) }.element)
    #expect(refusal(.back, in: tree) == .unanswered(alert: "sure"))
    #expect(
      "\(ActionError.unanswered(alert: "sure"))"
        == "The alert \"sure\" is in front of the screen; answer that before going back.")
  }
}

@Suite("The nearest identifiers")
struct NearestIdentifiersTests {
  @Test(
    "are the most similar ones, best first, each once",
    arguments: [
      ("nam", ["name", "email", "surname", "pay"], ["name", "surname"]),
      ("NAME", ["pay", "name", "name"], ["name"]),
      ("", ["a", "name"], ["a"]),
      ("order-updates", ["orders", "updates", "offers"], ["updates"]),
      ("a", ["take", "apply", "order-form-add"], ["apply", "order-form-add"]),
      ("save", ["order-form-save-all", "wade"], ["order-form-save-all"]),
      ("offers", ["orders", "others", "tables"], ["orders", "others"]),
      ("name", ["take", "game"], ["game"]),
      ("b", [], []),
    ])
  func nearest(word: String, candidates: [String], expected: [String]) {
    #expect(NearestIdentifiers.nearest(to: word, in: candidates) == expected)
  }

  @Test("are at most as many as asked for")
  func limit() {
    #expect(NearestIdentifiers.nearest(to: "a1", in: ["a2", "a3", "a4"], limit: 2) == ["a2", "a3"])
  }

  @Test("are compared by their beginnings, also where one character is of any length")
  func longCharacter() {
    let mark = "\u{301}"
    let (word, near) = (
      "e" + String(repeating: mark, count: 3_000), "e" + String(repeating: mark, count: 4_000)
    )
    #expect(NearestIdentifiers.nearest(to: word, in: ["f", near]) == [near, "f"])
  }

  @Test("are found for a word of any length")
  func longWord() {
    let long = String(repeating: "x", count: 100_000)
    #expect(NearestIdentifiers.nearest(to: long, in: ["name", long + "y"]) == [long + "y"])
  }
}

@Suite("Unique identifiers")
struct DuplicateIdentifierTests {
  @Test("are enforced with an error that names both places")
  func duplicate() {
    let tree = Screen("menu", title: "") {
      Button("One", id: ID("go"), fileID: "Shop/Menu.swift", line: 10)
      List("Dishes", id: "dishes") {
        Cell("Two", id: ID("go"), fileID: "Shop/Dishes.swift", line: 20)
      }
    }.element
    let error = #expect(throws: DuplicateIdentifierError.self) { try tree.checkIdentifiersAreUnique() }
    #expect(
      error.map { "\($0)" } == """
        Two elements have the identifier "go": screen "menu" > button "go" (Shop/Menu.swift:10) and \
        screen "menu" > list "dishes" > cell "go" (Shop/Dishes.swift:20). Give one of them another.
        """)
  }

  @Test("hold in a tree without duplicates")
  func unique() throws {
    try Screen("menu", title: "") {
      Button("One", id: ID("go"))
      Text("decoration")
      Text("decoration")
    }.element.checkIdentifiersAreUnique()
  }
}
