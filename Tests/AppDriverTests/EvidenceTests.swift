import ElementTree
import Leaks
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import AppDriver

@Suite("Evidence")
struct EvidenceTests {
  private static let window = Element(
    .window,
    children: [
      Screen("shop", title: "Shop & more") {
        TextField("Name", id: ID("name"), text: "", placeholder: "Ada").focused()
        Text("おにぎり <fresh>", id: "title").traits(.failure)
        Button("Buy", id: ID("buy")).disabled()
      }.element
    ])

  @Test("shows a screen in words, as plain mode does, and so tells a hint from a text")
  func text() {
    #expect(
      PaintedScreen(Self.window, title: "Shop").text == """
        == Shop & more ==  (shop)
          1. Name: "" (Ada)  name
          ! おにぎり <fresh>  (title)
          2. [Buy]  buy  (disabled)

        """)
  }

  @Test("draws a screen as the terminal paints it, and keeps each character to its cells")
  func drawing() throws {
    let svg = ScreenPicture(screen: PaintedScreen(Self.window, title: "Shop", columns: 40)).svg
    #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" width="392" height="512""#))
    for (part, why) in [
      (##"fill="#8a8a94" xml:space="preserve">da<"##, "the hint is dim, behind the cursor"),
      (##"fill="#8a8a94" xml:space="preserve">( Buy )<"##, "the disabled button is dim"),
      (
        ##"textLength="162" lengthAdjust="spacingAndGlyphs" fill="#ff7b72" "##
          + #"xml:space="preserve">! おにぎり &lt;fresh&gt;"#, "eighteen columns"
      ),
    ] {
      #expect(svg.contains(part), "\(why): \(svg)")
    }
  }

  @Test("draws an alert in front of everything, and a long list whole")
  func alertAndList() {
    let long = Element(
      .window,
      children: [
        Screen("menu", title: "Menu") {
          List("Dishes", id: "dishes") {
            for number in 1...60 { Cell("Dish \(number)", id: ID("dish-\(number)")) }
          }
        }.element
      ])
    let painted = PaintedScreen(long, title: "Shop")
    #expect(painted.rows.count { $0.contains { $0.text.contains("Dish ") } } == 60)
    var asked = long
    asked.children[0].children.append(Alert("Sure?", id: "sure") { Button("Yes", id: ID("yes")) }.element)
    let alert = PaintedScreen(asked, title: "Shop")
    #expect(alert.rows.contains { $0.contains { $0.text.contains("╭──") } })
    let behind = alert.rows.joined().filter { $0.text.contains("Dish ") }
    #expect(!behind.isEmpty && !behind.contains { !$0.isDim })
  }

  @Test("shows control characters as signs, which a terminal or an XML reader would not take")
  func controlCharacters() {
    let painted = PaintedScreen(Text("a\u{1B}[31m\u{0}", id: "a").element, title: "Shop")
    let all = painted.text + ScreenPicture(screen: painted).svg
    #expect(!all.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(all.contains("[31m"))
  }

  @Test("of a leak is the screen before the reset that found it")
  func leak() throws {
    let fake = try FakeApp(Self.window)
    let app = fake.makeApp()
    try app.begin(isTest: true)
    fake.stage.withLock { $0.leaks = [Leak(type: "Basket", name: "LeakySession.basket")] }
    #expect(app.end(testName: "Suite.one", failed: false).count == 1)
    #expect(app.state == .notRunning)
    let folder = try TestFolder()
    _ = Evidence(of: app, failure: "leaked").save(
      in: folder.path, at: Evidence.Place(module: "M", suite: "S", test: "t"))
    #expect(folder.read("M/S/t/screen.txt") == PaintedScreen(Self.window, title: "FakeApp").text)
    #expect(folder.read("M/S/t/steps.txt")?.contains("Reset live FakeApp") == true)
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
        "M/A_B/___c__/steps.txt", "M/A_B/___c__/tree.txt",
      ])
    #expect(folder.read("M/A_B/___c__/failure.txt") == "second\n")
  }

  @Test("has a place of its own for each module, and for each case of a test whose name is long")
  func places() {
    let long = String(repeating: "x", count: 200)
    let cases = ["1234-1", "1234-2"]
    #expect(
      cases.map { Evidence.Place(module: "M", suite: "S", test: long, number: $0).path } == [
        "M/S/" + String(repeating: "x", count: 120) + " 1234-1",
        "M/S/" + String(repeating: "x", count: 120) + " 1234-2",
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
