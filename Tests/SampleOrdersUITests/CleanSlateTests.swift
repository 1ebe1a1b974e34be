import AppDriver
import ControlProtocol
import Testing

@Suite("A clean slate of orders", .app("SampleOrders", launchArguments: pastStartPage))
struct CleanSlateTests {
  private let app: App

  init() throws { app = try App.current }

  private func plant(_ situation: String) throws {
    try app.launchApp(automationFlags: [Flag("simulate\(situation)", true)])
  }

  @Test(
    "follows a reset from every situation, and is the app of a fresh launch",
    arguments: [
      "ThreeOrders", "ManyOrders", "OneOpenOrder", "VersionOneFiles", "DamagedFile", "LongNotes",
      "JapaneseOrders",
      "LatestElsewhere",
    ])
  func reset(situation: String) throws {
    try app.relaunch(reason: "the test compares with a fresh launch")
    let freshTree = try app.tree()
    let freshData = try app.data().parts

    try plant(situation)
    #expect(try app.tree() != freshTree)
    #expect(try app.data().parts != freshData)
    if situation != "LatestElsewhere" {
      try app.open("storefront://orders/1001/notes")
      try app.textFields["note-text"].typeText("Planted")
      try app.buttons["save-note"].tap()
    }
    let process = app.processIdentifier
    app.launchArguments = pastStartPage
    let receipt = try #require(try app.reset())

    #expect(app.processIdentifier == process)
    #expect(receipt.isClean, "\(receipt)")
    #expect(try app.tree() == freshTree)
    #expect(try app.data().parts == freshData)
  }

  @Test("says what it cleared: files, the badge with the shortcuts, and what the group was told")
  func receipt() throws {
    try plant("OneOpenOrder")
    app.launchArguments = pastStartPage
    let receipt = try #require(try app.reset())
    #expect(
      receipt.cleared == [
        ResetReceipt.Cleared(part: "documents", count: 1),
        ResetReceipt.Cleared(part: "properties", count: 2),
        ResetReceipt.Cleared(part: "group.group.net.cleanslate.storefront.files", count: 1),
      ])
  }

  @Test("leaves nothing of the order that was there before to the next one, whatever was asked on its screen")
  func afterAlert() throws {
    try plant("OneOpenOrder")
    try OrdersPage(app).open(1001).cancel.tap()
    try plant("OneOpenOrder")
    #expect(app.screen == "orders")
    #expect(!app.alerts["cancel-alert"].exists)
    #expect(try OrdersPage(app).open(1001).cancel.exists)
  }
}
