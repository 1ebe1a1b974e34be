import Testing

@testable import ShopFeature

@Suite("An action of the shop")
struct ShopActionTests {
  @Test(
    "is read from the identifier that it makes",
    arguments: [
      "retry", "add-to-basket", "time-soon", "category-pizza", "item-shoyu-ramen", "choice-egg", "line-0",
      "time-2", "payment-card",
    ])
  func roundTrip(identifier: String) throws {
    #expect(try #require(ShopAction(rawValue: identifier)).rawValue == identifier)
  }

  @Test("is nothing else", arguments: ["", "line-x", "time-now", "payment-gold", "delivery-name", "items-1"])
  func none(identifier: String) {
    #expect(ShopAction(rawValue: identifier) == nil)
  }
}
