import ControlProtocol
import ElementTree
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

@Suite("Queries")
struct ElementQueryTests {
  private static let shop = Element(
    .window,
    children: [
      Screen("shop", title: "Shop") {
        Text("Fruit", id: "title").traits(.heading)
        List("Basket", id: "basket") {
          Cell("Apple", id: ID("apple"), value: "1.20")
          Cell("Pear", id: ID("pear"), value: "0.90")
        }
        Button("Buy", id: ID("buy")).disabled()
        Button("Help", id: ID("help.top"))
        Button("Help", id: ID("help.bottom"))
        Button("apple", id: ID("other"))
        Toggle("Gift", id: ID("gift"), isOn: true)
        SecureField("Code", id: ID("code"), text: "1234", placeholder: "Your code").focused()
        Text("Nameless")
      }.element
    ])

  private func launched(_ tree: Element = shop) throws -> (FakeApp, App) {
    let fake = try FakeApp(tree)
    let app = fake.makeApp()
    try app.launch()
    return (fake, app)
  }

  @Test("find elements by role, identifier, label, place and condition")
  func finds() throws {
    let (fake, app) = try launched()
    #expect(try app.cells.count == 2)
    #expect(try app.cells.allElements.map { try $0.identifier } == ["apple", "pear"])
    #expect(try app.cells["apple"].value == "1.20")
    #expect(try app.cells["Pear"].identifier == "pear")
    #expect(try app.cells.element(boundBy: 1).label == "Pear")
    #expect(try app.cells.firstMatch.label == "Apple")
    #expect(try app.switches.element.isSelected)
    #expect(try app.descendants.element(matching: { $0.value == "0.90" }).identifier == "pear")
    #expect(try app.lists["basket"].cells.count == 2)
    #expect(try app.tables["basket"].buttons.count == 0)
    #expect(try !app.buttons["buy"].isEnabled)
    #expect(try app.secureTextFields["code"].value == "••••")
    #expect(try app.secureTextFields["code"].placeholderValue == "Your code")
    #expect(try app.secureTextFields["code"].hasFocus)
    #expect(app.otherElements["shop"].exists)
    #expect(!app.alerts.firstMatch.exists)
    _ = fake
  }

  @Test("take an identifier before a label")
  func identifierFirst() throws {
    let (fake, app) = try launched()
    #expect(try app.descendants["apple"].label == "Apple")
    _ = fake
  }

  @Test("name the screen, the nearest identifiers and what is there where nothing fits, in a line")
  func missing() throws {
    let (fake, app) = try launched(FakeApp.welcome)
    let error = #expect(throws: ElementError.self) { try app.buttons["continu"].tap() }
    #expect(
      error?.description == """
        There is no button "continu" on the screen "welcome". Nearest: "continue". There are: "continue".
        """)
    let none = #expect(throws: ElementError.self) { try app.alerts["sure"].label }
    #expect(
      none?.description == #"There is no alert "sure" on the screen "welcome". There is none of that kind."#)
    #expect(fake.stage.withLock(\.taps) == [])
  }

  @Test("name the candidates where a label fits several")
  func ambiguous() throws {
    let (fake, app) = try launched()
    let error = #expect(throws: ElementError.self) { try app.buttons["Help"].tap() }
    #expect(
      error?.description == """
        2 elements fit button "Help". Name one by its identifier:
        button #help.top "Help"
        button #help.bottom "Help"
        """)
    _ = fake
  }

  @Test("count an element as there that is there twice, or in one of two places")
  func several() throws {
    let twice = Element(
      .window,
      children: [
        List("Dishes", id: "hot") { Cell("Soup", id: ID("soup")) }.element,
        List("Dishes", id: "cold") { Cell("Salad", id: ID("salad")) }.element,
      ])
    let (fake, app) = try launched(twice)
    #expect(app.lists["Dishes"].exists)
    #expect(app.lists["Dishes"].cells["salad"].exists)
    #expect(!app.lists["Dishes"].cells["cake"].exists)
    for (list, count) in ["hot": 1, "none": 0] {
      #expect(try app.lists[list].cells.count == count)
      #expect(try app.lists[list].cells.allElements.count == count)
    }
    #expect(throws: ElementError.self) { try app.lists["Dishes"].cells.count }
    // Of a screen that cannot be shown, nobody knows.
    func count(on screen: String, with reason: String) throws -> Int {
      let failure = Screen(screen, title: "This screen cannot be shown") { Text("Why", id: reason) }
      fake.stage.withLock { $0.show(Element(.window, children: [failure.element])) }
      return try app.lists["none"].cells.count
    }
    #expect(throws: ElementError.notShown("list \"none\"", reason: "Why")) {
      try count(on: FailureScreen.identifier, with: FailureScreen.reason)
    }
    // An app may call a screen of its own so.
    #expect(try count(on: "failure", with: "failure-reason") == 0)
    fake.stage.withLock { $0.show(twice) }
    #expect(throws: ElementError.self) { try app.lists["Dishes"].label }
    #expect(throws: ElementError.self) { try app.lists["Dishes"].cells["salad"].tap() }
    #expect(fake.stage.withLock(\.taps) == [])
  }

  @Test("reach elements by identifier and generation")
  func actions() throws {
    let (fake, app) = try launched()
    try app.buttons.element(boundBy: 1).tap()
    #expect(fake.stage.withLock(\.taps) == [TapRequest(id: "help.top", generation: 1)])
    try app.secureTextFields["code"].typeText("5")
    try app.secureTextFields["code"].replaceText("6")
    #expect(
      fake.stage.withLock(\.types) == [
        TypeRequest(id: "code", text: "5", generation: 1, roles: ["secureField"]),
        TypeRequest(id: "code", text: "6", replace: true, generation: 1, roles: ["secureField"]),
      ])
    let error = #expect(throws: ElementError.self) { try app.staticTexts["Nameless"].tap() }
    #expect(
      error?.description
        == "The text \"Nameless\" has no identifier, by which actions reach an element; give it one: "
        + "text \"Nameless\"")
  }

  @Test("say of which kind an element is that was looked for as another")
  func otherKind() throws {
    let (fake, app) = try launched()
    let error = #expect(throws: ElementError.self) { try app.cells["help.top"].tap() }
    #expect(
      error?.description
        == "There is no cell \"help.top\": \"help.top\" is a button. Write app.buttons[\"help.top\"].")
    #expect(throws: ElementError.self) { try app.images["Nameless"].label }
    #expect(!app.cells["help.top"].exists)
    #expect(app.cells["help.top"].waitForNonExistence(timeout: 0))
    _ = fake
  }

  @Test("act in one request where the identifier is known")
  func oneRequest() throws {
    let (fake, app) = try launched()
    let before = fake.requests.count
    try app.buttons["help.top"].tap()
    #expect(fake.requests.count == before + 1)
  }

  @Test("are looked up anew after a reset and after a launch, whenever they were made")
  func older() throws {
    let (fake, app) = try launched()
    let (button, cell) = (app.buttons["help.top"], app.cells.element(boundBy: 1))
    try app.reset()
    try button.tap()
    try cell.tap()
    #expect(
      fake.stage.withLock(\.taps) == [
        TapRequest(id: "help.top", generation: 2, roles: ["button"]), TapRequest(id: "pear", generation: 2),
      ])
    try app.launch()
    #expect(app.generation == 1)
    #expect(try button.label == "Help")
    #expect(button.exists && cell.exists)
  }

  @Test("are looked up anew where the app has begun anew by itself")
  func selfRestart() throws {
    let (fake, app) = try launched()
    let button = app.buttons["help.top"]
    fake.stage.withLock { $0.generation = 2 }
    #expect(button.exists)
    fake.stage.withLock { $0.generation = 3 }
    try button.tap()
    #expect(fake.stage.withLock(\.taps) == [TapRequest(id: "help.top", generation: 3)])
  }

  @Test("fail the test where it cannot be known what is there, at the line that asked, with the reason")
  func unknown() throws {
    let (fake, app) = try launched()
    let button = app.buttons["help.top"]
    app.terminate()
    try Unknown.expect(4, "FakeApp is not running. Call launch() or reset() first.") {
      #expect(!button.exists)
      #expect(!button.waitForExistence(timeout: 0, file: #filePath, line: 4_711))
      #expect(!button.waitForNonExistence(timeout: 0))
      #expect(!button.wait(for: "1", timeout: 0))
    }
    try Unknown.expect(1, "FakeApp is not running.", line: 4_711) {
      #expect(!button.waitForExistence(timeout: 0, file: #filePath, line: 4_711))
    }
    _ = fake
  }
}

/// What a test is told that asks what nobody can tell.
enum Unknown {
  /// Expects that many issues with the reason, at a line of the calling file.
  static func expect(
    _ count: Int, _ reason: String, line: Int? = nil, from place: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) throws {
    let found = Mutex(0)
    try withKnownIssue {
      try body()
    } matching: { issue in
      guard "\(issue)".contains(reason), issue.sourceLocation?.filePath == place.filePath,
        line == nil || issue.sourceLocation?.line == line
      else { return false }
      found.withLock { $0 += 1 }
      return true
    }
    #expect(found.withLock(\.self) == count, sourceLocation: place)
  }
}
