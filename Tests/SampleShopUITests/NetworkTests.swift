import AppDriver
import ControlProtocol
import Testing

private let fromServer = pastStartPage + ["--catalog-url", "https://kitchen.example/menu.json"]

@Suite("The menu from a server", .app("SampleShop"))
struct NetworkTests {
  private let app: App

  init() throws { app = try App.current }

  /// Starts the app with what the server answers.
  private func start(_ answer: NetworkAnswer, _ others: String...) throws {
    let routes = try LaunchRoutes().reply(to: .get("/menu.json"), with: answer)
    try app.launchApp(otherArgs: fromServer + routes.arguments + others)
  }

  @Test("comes after the connection was lost and the server was busy")
  func comesInTheEnd() throws {
    try start(.failure(.connectionLost))
    let page = try MenuErrorPage(app).waitUntilShown()
    #expect(try page.reason.label == "kitchen.example cannot be reached: the connection was lost.")
    try app.network.reply(to: .get("/menu.json"), with: .status(503), once: true)
    try app.network.reply(to: .get("/menu.json"), with: .file("Answers/menu.json"))
    try page.retry.tap()
    #expect(try page.reason.label == "The server answered with status 503.")
    try page.retry.tap()
    try MenuPage(app).waitUntilShown()
    #expect(app.cells["category-soups"].exists)
    let requests = try app.network.requests
    #expect(requests.map(\.status) == [nil, 503, 200])
    #expect(requests.allSatisfy { $0.url == "https://kitchen.example/menu.json" && $0.method == "GET" })
  }

  @Test("comes slowly, by the app's clock")
  func trickles() throws {
    try start(
      .file("Answers/menu.json").trickling(64, every: .seconds(3)), "--pause-clock-at", "2026-12-31T18:00:00Z"
    )
    #expect(app.screen == "menu-loading")
    try app.clock.advance(by: .seconds(1))
    try SlowMenuPage(app).waitUntilShown()
    try app.clock.advance(by: .seconds(60))
    try MenuPage(app).waitUntilShown()
    #expect(app.cells["category-soups"].exists)
  }

  @Test("is none where the server falls silent, breaks off or sends too much")
  func broken() throws {
    try start(.file("Answers/menu.json").breakingOff(after: 100))
    let page = try MenuErrorPage(app).waitUntilShown()
    #expect(try page.reason.label == "kitchen.example cannot be reached: the connection was lost.")
    try app.network.reply(to: .get("/menu.json")) {
      .text(#"{"version": 1,"#)
    }
    try page.retry.tap()
    #expect(try page.reason.label == "The menu cannot be read: it is not JSON.")
    try app.clock.pause(at: app.clock.now)
    try app.network.reply(to: .get("/menu.json"), with: .text("").delayed(by: .seconds(3600)))
    try page.retry.tap()
    try app.network.waitForRequest(to: .get("/menu.json"), number: 3, timeout: 10)
    try app.clock.advance(by: .seconds(15))
    #expect(try page.reason.label == "kitchen.example cannot be reached: no answer came in time.")
  }

  @Test("is not asked for on another machine unless the app is told to")
  func refused() throws {
    try app.launchApp(otherArgs: fromServer)
    let reason = try MenuErrorPage(app).waitUntilShown().reason.label
    #expect(reason.hasPrefix("GET https://kitchen.example/menu.json would leave this machine"))
    #expect(reason.contains("app.network.reply(to: .get(\"/menu.json\"), with: …)"))
    #expect(reason.hasSuffix("start the app with --network allow."))
  }

  @Test("is forgotten with a reset, and so is what the test has said")
  func reset() throws {
    try start(.file("Answers/menu.json"))
    try MenuPage(app).waitUntilShown()
    app.launchArguments = fromServer
    try app.reset()
    try MenuErrorPage(app).waitUntilShown()
    #expect(try app.network.requests.count == 1)
  }
}
