import AppDriver
import ControlProtocol
import Testing

@Suite("A clean slate of the whole product", .app("SampleStorefront", launchArguments: pastStartPage))
struct CleanSlateTests {
  private let app: App

  init() throws { app = try App.current }

  @Test(
    "follows a reset from any situation, and is the app of a fresh launch",
    arguments: [
      "UserAlreadyOnboarded", "UserAlreadyLoggedIn", "LockedOut", "ManyOrders", "NoteEditor", "FullBasket",
      "SlowMenu",
    ])
  func reset(situation: String) throws {
    try app.relaunch(reason: "the test compares with a fresh launch")
    let freshTree = try app.tree()
    let freshData = try app.data().parts

    try app.launchApp(automationFlags: [Flag("simulate\(situation)", true)])
    #expect(try app.tree() != freshTree)
    #expect(try app.data().parts != freshData)
    let process = app.processIdentifier
    app.launchArguments = pastStartPage
    let receipt = try #require(try app.reset())

    #expect(app.processIdentifier == process)
    #expect(receipt.isClean, "\(receipt)")
    #expect(try app.tree() == freshTree)
    #expect(try app.data().parts == freshData)
  }

  @Test("forgets a link that waited")
  func waitingLink() throws {
    try app.launchApp(automationFlags: [Flag("simulateUserAlreadyOnboarded", true)])
    try app.open("storefront://settings")
    try app.launchApp(automationFlags: [Flag("simulateUserAlreadyOnboarded", true)])
    try SignInPage(app).waitUntilShown().signIn(to: MenuPage.self)
  }
}
