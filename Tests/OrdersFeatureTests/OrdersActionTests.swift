import Testing

@testable import OrdersFeature

@Suite("An action of the orders")
struct OrdersActionTests {
  @Test(
    "is read from the identifier that it makes",
    arguments: [
      "reorder", "cancel-order", "undo-delete", "order-1003", "note-2", "rate-5",
    ])
  func roundTrip(identifier: String) throws {
    #expect(try #require(OrdersAction(rawValue: identifier)).rawValue == identifier)
  }

  @Test("is nothing else", arguments: ["", "order-", "order-x", "note-text", "notes-1", "rate"])
  func none(identifier: String) {
    #expect(OrdersAction(rawValue: identifier) == nil)
  }
}
