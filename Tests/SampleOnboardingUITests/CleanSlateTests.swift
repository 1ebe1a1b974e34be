import AppDriver
import ControlProtocol
import ElementTree
import Testing

@Suite("A clean slate", .app("SampleOnboarding"))
struct CleanSlateTests {
  private let app: App

  init() throws {
    app = try App.current
  }

  @Test("follows a reset from every screen, and is the app of a fresh launch", arguments: Journey.screens)
  func resetOnEachScreen(screen: String) throws {
    try app.relaunch(reason: "the test compares with a fresh launch")
    let freshTree = try app.tree()
    let freshData = try app.data().parts

    try Journey.walk(app, to: screen)
    #expect(app.screen == screen)
    let process = app.processIdentifier
    let receipt = try #require(try app.reset())

    #expect(app.processIdentifier == process)
    #expect(receipt.isClean, "\(receipt)")
    #expect(try app.tree() == freshTree)
    #expect(try app.data().parts == freshData)
  }

  @Test("has the same future as a fresh launch")
  func sameFuture() throws {
    func screens() throws -> [String] {
      var trees: [String] = []
      try Journey.visitEveryPage(app) { _ in trees.append(try app.tree().treeDescription) }
      return trees
    }
    try app.relaunch(reason: "the test compares with a fresh launch")
    let fresh = try screens()
    try app.reset()
    #expect(try screens() == fresh)
  }

  @Test("says what it cleared")
  func receipt() throws {
    try Journey.finish(app)
    let receipt = try #require(try app.reset())
    #expect(
      receipt.cleared == [
        ResetReceipt.Cleared(part: "documents", count: 1),
        ResetReceipt.Cleared(part: "preferences", count: 1),
      ])
    #expect(receipt.generation == app.generation)
    #expect(receipt.leaks == [])
  }

  @Test("leaves the handles of the generation before, which find what is there now")
  func olderHandle() throws {
    let button = app.buttons["continue"]
    try button.tap()
    #expect(app.screen == "tour-1")
    try app.reset()
    #expect(app.screen == "welcome" && button.exists)
    try button.tap()
    #expect(app.screen == "tour-1")
  }

  @Test("carries new flags, and a flag that makes no sense is refused by name")
  func flags() throws {
    app.launchArguments = [#"EPHEMERAL_{"onboarding.shortTour":true}"#]
    try app.reset()
    try app.buttons["continue"].tap()
    #expect(!app.buttons["skip"].exists)

    app.launchArguments = [#"EPHEMERAL_{"onboarding.shortTuor":true}"#]
    let error = #expect(throws: (any Error).self) { try app.reset() }
    #expect(error.map { "\($0)" }?.contains("\"onboarding.shortTuor\"") == true)
    #expect(try app.status().screen == "tour-1")
    app.launchArguments = []
  }

  @Test("shows the nearest elements when one is not found")
  func nearest() throws {
    let error = #expect(throws: (any Error).self) { try app.buttons["contnue"].tap() }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("\"continue\"") && text.contains("screen \"welcome\""), "\(text)")
  }
}

@Suite("Tests side by side", .app("SampleOnboarding"))
struct ParallelTests {
  @Test("do not meet in each other's app", arguments: 1...8)
  func isolated(number: Int) throws {
    let app = try App.current
    let profile = try WelcomePage(app).skipTour()
    #expect(try profile.name.value == "")
    try profile.name.typeText("Guest \(number)")
    #expect(try profile.name.value == "Guest \(number)")
    try app.reset(keepData: true)
    #expect(try ProfilePage(app).name.value == "Guest \(number)")
  }
}
