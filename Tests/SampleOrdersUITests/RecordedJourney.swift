import AppDriver
import Testing

@Suite(
  "A recorded journey",
  .app("SampleOrders", launchArguments: ["AUTOMATION_{\"simulateOneOpenOrder\":true}"])
)
struct RecordedJourney {
  @Test("goes from orders to order-note")
  func journey() throws {
    let app = try App.current
    try OrdersPage(app).waitUntilShown().tapOrder1001()
    try OrderPage(app).waitUntilShown().tapAddNote()
    try OrderNotePage(app).waitUntilShown().typeNoteText("Ring twice")
    try OrderNotePage(app).tapSaveNote()
    try OrderPage(app).waitUntilShown().tapCancelOrder()
    try OrderPage(app).tapKeepOrder()
    try OrderPage(app).tapNote1()
    try OrderNotePage(app).waitUntilShown().replaceNoteText("Knock")
    try OrderNotePage(app).goBack()
    #expect(app.screen == "order-note")
  }
}

extension RecordedJourney {
  final class OrdersPage: PageObject {
    override var identifier: String { "orders" }
    func tapOrder1001() throws { try app.cells["order-1001"].tap() }
  }

  final class OrderPage: PageObject {
    override var identifier: String { "order" }
    func tapAddNote() throws { try app.buttons["add-note"].tap() }
    func tapCancelOrder() throws { try app.buttons["cancel-order"].tap() }
    func tapKeepOrder() throws { try app.buttons["keep-order"].tap() }
    func tapNote1() throws { try app.cells["note-1"].tap() }
  }

  final class OrderNotePage: PageObject {
    override var identifier: String { "order-note" }
    func typeNoteText(_ text: String) throws { try app.textFields["note-text"].typeText(text) }
    func tapSaveNote() throws { try app.buttons["save-note"].tap() }
    func replaceNoteText(_ text: String) throws { try app.textFields["note-text"].replaceText(text) }
    func goBack() throws { try app.back() }
  }
}
