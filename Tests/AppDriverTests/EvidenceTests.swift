import ElementTree
import TestSupport
import Testing

@testable import AppDriver

@Suite("Evidence")
struct EvidenceTests {
  private static let screen = Element(
    .window,
    children: [
      Screen("shop", title: "Shop & more") {
        Text("Fruit <fresh>", id: "title").traits(.heading)
        TextField("Name", id: ID("name"), text: "Ada").focused()
        SecureField("Code", id: ID("code"), text: "123", placeholder: "Your code")
        Toggle("Gift", id: ID("gift"), isOn: true)
        List("Basket", id: "basket") { Cell("Apple", id: ID("apple"), value: "1.20") }
        Progress("Upload", id: "bar", fraction: 0.5)
        Row {
          Button("Buy", id: ID("buy")).disabled()
          Button("Help", id: ID("help"))
        }
        Image("Logo", drawing: "/\\\n\\/")
        TabBar(id: "tabs") {
          Tab("Home", id: ID("home"), isSelected: true)
          Tab("Cart", id: ID("cart"), isSelected: false, badge: "2")
        }
        Alert("Sure?", id: "sure") { Button("Yes", id: ID("yes")) }
      }.element
    ])

  @Test("shows a screen as text")
  func text() {
    #expect(
      ScreenText(Self.screen).text == """
        Shop & more
        ────────────────────
        Fruit <fresh>
        Name: [Ada▏]
        Code: [•••]
        [x] Gift
        › Apple  1.20
        Upload ██████████░░░░░░░░░░ 50%
        [ Buy ]  [ Help ]
        /\\
        \\/
        ▸Home
         Cart (2)
        ! Sure?
          [ Yes ]

        """)
  }

  @Test("draws a screen as SVG")
  func drawing() {
    let tree = Element(
      .window,
      children: [
        Text("a < b & c", id: "a").traits(.failure), Button("Go", id: ID("go")).focused(),
      ])
    #expect(
      ScreenDrawing(ScreenText(tree), title: "Shop").svg == """
        <svg xmlns="http://www.w3.org/2000/svg" width="392" height="112" font-family="monospace" font-size="15">
        <rect width="100%" height="100%" rx="8" fill="#1e1e24"/>
        <text x="16" y="36" fill="#8a8a94" font-weight="normal" xml:space="preserve">Shop</text>
        <text x="16" y="56" fill="#ff7b72" font-weight="normal" xml:space="preserve">a &lt; b &amp; c</text>
        <rect x="12" y="60" width="368" height="20" fill="#3a3f5c"/>
        <text x="16" y="76" fill="#e6e6ea" font-weight="normal" xml:space="preserve">[ Go ]</text>
        </svg>

        """)
  }

  @Test("replaces control characters, which a terminal or an XML reader would not take")
  func controlCharacters() {
    #expect(ScreenText(Text("a\u{1B}[31m\u{0}", id: "a").element).text == "a␦[31m␦\n")
  }

  @Test("is saved by module, suite and test, in place of what an earlier run left")
  func saved() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.launch()
    try app.reset()
    let folder = try TestFolder()
    let place = Evidence.Place(module: "M", suite: "A/B", test: "../c()")
    let line = Evidence(of: app, failure: "first").save(in: folder.path, at: place)
    #expect(line == "Evidence: \(folder.path)/M/A_B/___c__")
    try folder.write("old", to: "M/A_B/___c__/old.txt")
    _ = Evidence(of: app, failure: "second").save(in: folder.path, at: place)
    #expect(
      folder.contents == [
        "M", "M/A_B", "M/A_B/___c__", "M/A_B/___c__/failure.txt", "M/A_B/___c__/log.txt",
        "M/A_B/___c__/receipt.json", "M/A_B/___c__/screen.svg", "M/A_B/___c__/screen.txt",
        "M/A_B/___c__/tree.txt",
      ])
    #expect(folder.read("M/A_B/___c__/failure.txt") == "second\n")
  }

  @Test("has a place of its own for each module, and for each case of a test whose name is long")
  func places() {
    let long = String(repeating: "x", count: 200)
    let cases: [Int32] = [1234, 1235]
    #expect(
      cases.map { Evidence.Place(module: "M", suite: "S", test: long, number: $0).path } == [
        "M/S/" + String(repeating: "x", count: 120) + " 1234",
        "M/S/" + String(repeating: "x", count: 120) + " 1235",
      ])
    #expect(
      ["A", "B"].map { Evidence.Place(module: $0, suite: "S", test: "t").path } == ["A/S/t", "B/S/t"])
  }

  @Test("says why there is no screen of an app that is gone")
  func gone() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    let folder = try TestFolder()
    _ = Evidence(of: app, failure: "x").save(
      in: folder.path, at: Evidence.Place(module: "M", suite: "S", test: "t"))
    #expect(
      folder.read("M/S/t/tree.txt")
        == "The app shows nothing: FakeApp is not running. Call launch() or reset() first.\n")
  }

  @Test("goes below the current directory, unless another folder is chosen")
  func folder() {
    #expect(Evidence.resultsFolder(environment: [:], currentFolder: "/a") == "/a/TestResults")
    #expect(
      Evidence.resultsFolder(environment: ["CLEANSLATE_RESULTS": "/b"], currentFolder: "/a") == "/b")
  }
}
