import ElementTree
import Foundation
import Leaks
import Records
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
        Screen: Shop & more  (shop)
          1. Name, text field, empty (Ada)  name
        Error: おにぎり <fresh>  (title)
          2. Buy, button, disabled  buy

        """)
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
    #expect((64...72).contains(painted.rows.count), "no more rows than that takes: \(painted.rows.count)")
    var asked = long
    asked.children[0].children.append(Alert("Sure?", id: "sure") { Button("Yes", id: ID("yes")) }.element)
    let alert = PaintedScreen(asked, title: "Shop")
    #expect(alert.rows.contains { $0.contains { $0.text.contains("╭──") } })
    let behind = alert.rows.joined().filter { $0.text.contains("Dish ") }
    #expect(!behind.isEmpty && !behind.contains { !$0.isDim })
  }

  @Test("says where the elements are that have an identifier, in the rows and columns of the drawing")
  func places() throws {
    let painted = PaintedScreen(Self.window, title: "Shop", columns: 40)
    #expect(painted.places.keys.sorted() == ["buy", "name", "title"])
    #expect(painted.places["title"]?.rows == 4..<5 && painted.places["title"]?.columns == 2..<20)
    let place = try #require(painted.places["name"])
    // What is wrong with a field belongs to it.
    let texts = painted.rows[place.rows].map { $0.map(\.text).joined().dropFirst(place.columns.lowerBound) }
    #expect(texts.map { $0.prefix(4) } == ["Name", "! おに"])
    #expect(texts[0].count == place.columns.count)
  }

  @Test("shows control characters as signs, which a terminal would not take")
  func controlCharacters() {
    let painted = PaintedScreen(Text("a\u{1B}[31m\u{0}", id: "a").element, title: "Shop")
    #expect(!painted.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(painted.text.contains("[31m"))
  }

  /// The evidence of a test of this name.
  private func evidence(
    of app: App, _ suite: String = "S", _ name: String = "t", in folder: TestFolder
  ) -> TestEvidence {
    TestEvidence(
      of: app, test: TestIdentity(framework: .xcTest, id: "M.S/t", module: "M", suite: suite, name: name),
      in: folder.path)
  }

  @Test("of a leak is the screen before the reset that found it")
  func leak() throws {
    let fake = try FakeApp(Self.window)
    let app = fake.makeApp()
    try app.begin(isTest: true)
    let empty = Element(.window)
    fake.stage.withLock { stage in
      stage.leaks = [Leak(type: "Basket", name: "LeakySession.basket")]
      stage.afterReset = empty
    }
    #expect(app.end(testName: "Suite.one", failed: false).count == 1)
    #expect(app.state == .notRunning)
    let folder = try TestFolder()
    _ = evidence(of: app, in: folder).record("leaked")
    #expect(folder.read("M/S/t/screen.txt") == PaintedScreen(Self.window, title: "FakeApp").text)
    #expect(folder.read("M/S/t/steps.txt")?.contains("Reset live FakeApp") == true)
  }

  @Test(
    "has no screen of the test before, but the one that the reset after that has brought",
    arguments: [(true, []), (true, ["-other"]), (false, []), (false, ["-other"])])
  func before(isSilent: Bool, arguments: [String]) throws {
    let fake = try FakeApp(Self.window)
    let app = fake.makeApp()
    fake.stage.withLock { $0.afterReset = FakeApp.welcome }
    try app.begin(isTest: true)
    fake.stage.withLock { stage in (stage.tree, stage.refusesTrace) = (Self.window, isSilent) }
    _ = try app.tree()
    #expect(app.end(testName: "Suite.one", failed: false) == [])
    try app.begin(isTest: true, arguments: arguments)
    let folder = try TestFolder()
    _ = evidence(of: app, in: folder).record("x")
    let screen = isSilent ? nil : PaintedScreen(FakeApp.welcome, title: "FakeApp").text
    #expect(folder.read("M/S/t/screen.txt") == screen)
    #expect(folder.read("M/S/t/failure.md")?.contains("## Screen\nNot known: ") == isSilent)
    app.terminate()
  }

  @Test("is saved by module, suite and test, in place of what an earlier run left and of nothing else")
  func saved() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.launch()
    try app.reset()
    let folder = try TestFolder()
    let line = evidence(of: app, "A.B", "c()", in: folder).record("first")
    #expect(line?.hasPrefix("Evidence: \(folder.path)/M/A.B/c__\n") == true)
    try folder.write("mine", to: "M/A.B/c__/notes.txt")
    try folder.write("old", to: "M/A.B/c__/steps.txt")
    _ = evidence(of: app, "A.B", "c()", in: folder).record("second")
    #expect(
      folder.contents.filter { $0.hasPrefix("M/A.B/c__/") }
        == ["failure.md", "notes.txt", "screen.txt", "steps.txt"].map { "M/A.B/c__/\($0)" })
    #expect(folder.read("M/A.B/c__/failure.md")?.contains("\n\nsecond\n\n") == true)
    #expect(folder.read("M/A.B/c__/steps.txt")?.contains("Reset live FakeApp") == true)
  }

  @Test("of an earlier run goes when the test passes, and stays of a test that has failed in this run, too")
  func passes() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.begin(isTest: true)
    let folder = try TestFolder()
    for test in ["t", "u"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/M/S/\(test)", withIntermediateDirectories: true)
    }
    for name in ["failure.md", "screen.txt", "steps.txt"] { try folder.write("old", to: "M/S/t/\(name)") }
    try folder.write("mine", to: "M/S/u/notes.txt")
    try folder.write("old", to: "M/S/u/failure.md")
    evidence(of: app, in: folder).end()
    evidence(of: app, "S", "u", in: folder).end()
    #expect(folder.contents.filter { $0.hasPrefix("M/S/") } == ["M/S/u", "M/S/u/notes.txt"])
    let first = evidence(of: app, in: folder)
    _ = first.record("the first time")
    first.end()
    evidence(of: app, in: folder).end()
    // A test of another id may have the same folder.
    TestEvidence(
      of: app, test: TestIdentity(framework: .xcTest, id: "M.S/t2", module: "M", suite: "S", name: "t"),
      in: folder.path
    ).end()
    #expect(folder.read("M/S/t/failure.md")?.contains("the first time") == true)
  }

  @Test("has no screen of an app that has shown none")
  func gone() throws {
    let folder = try TestFolder()
    _ = evidence(of: try FakeApp().makeApp(), in: folder).record("x")
    #expect(
      folder.contents.filter { $0.hasPrefix("M/S/t/") } == ["M/S/t/failure.md", "M/S/t/steps.txt"])
  }
}
