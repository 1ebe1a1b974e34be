import AppDriver
import ControlProtocol
import Testing

@Suite("A clean slate of the shop", .app("SampleShop", launchArguments: pastStartPage))
struct CleanSlateTests {
  private let app: App

  init() throws { app = try App.current }

  @Test(
    "follows a reset from every situation, and is the app of a fresh launch",
    arguments: [
      "FullBasket", "CheckoutConfirm", "BrokenMenu", "SlowMenu", "LongDish", "JapaneseMenu", "NoDishFound",
    ])
  func reset(situation: String) throws {
    try app.relaunch(reason: "the test compares with a fresh launch")
    let freshTree = try app.tree()
    let freshData = try app.data().parts

    try app.launchApp(automationFlags: [Flag("simulate\(situation)", true)])
    #expect(try app.tree() != freshTree)
    let process = app.processIdentifier
    app.launchArguments = pastStartPage
    let receipt = try #require(try app.reset())

    #expect(app.processIdentifier == process)
    #expect(receipt.isClean, "\(receipt)")
    #expect(try app.tree() == freshTree)
    #expect(try app.data().parts == freshData)
  }

  @Test("says what it cleared: the basket and the address")
  func receipt() throws {
    try app.launchApp(automationFlags: [Flag("simulateCheckoutConfirm", true)])
    app.launchArguments = pastStartPage
    let receipt = try #require(try app.reset())
    #expect(receipt.cleared == [ResetReceipt.Cleared(part: "documents", count: 2)])
  }
}
