import AppRuntime
import ElementTree
import Foundation
import StorefrontContracts
import TestSupport
import Testing

@testable import ShopFeature

@MainActor @Suite("What the menu takes out of the basket")
struct TakenOutTests {
  private static let words = "Something in your basket is not on the menu any more. It was taken out."

  private let app: ShopFixture

  init() throws {
    app = try ShopFixture()
    try fillBasket()
  }

  private func fillBasket() throws {
    var store = ShopStore(data: app.data)
    let lines = ["haggis", "gyoza", "tiramisu"].map { Basket.Line(item: $0, choices: [], quantity: 1) }
    _ = try store.save(Basket(lines: lines))
  }

  /// Starts with a menu that is there before the link is followed, or with one that comes after it.
  private func start(at place: String, isEarly: Bool) async throws {
    if isEarly { return try await app.start(nil, "--open", "storefront://shop\(place)") }
    let menu = CatalogText.kitchens
    let server = try OneAnswerServer(
      "HTTP/1.1 200 OK\r\nContent-Length: \(menu.utf8.count)\r\nConnection: close\r\n\r\n\(menu)")
    try await app.start(
      nil, "--catalog-url", server.url.absoluteString, "--open", "storefront://shop\(place)")
  }

  @Test(
    "is told once, on whatever screen the app starts", arguments: [true, false],
    [
      ("", "menu"), ("/categories/pizza", "category"), ("/items/gyoza", "item"),
      ("/items/haggis", "menu-gone"),
      ("/basket", "basket"), ("/checkout", "checkout-address"), ("/checkout/confirm", "checkout-confirm"),
    ])
  func told(isEarly: Bool, start: (place: String, screen: String)) async throws {
    try await self.start(at: start.place, isEarly: isEarly)
    #expect(app.screen == start.screen)
    #expect(app.host.tree.all { $0.label == Self.words }.map(\.identifier) == ["notice"])
    try await app.perform(start.place.isEmpty ? .tap("category-pizza") : .back)
    #expect(!app.has("notice"))
  }

  @Test(
    "leaves a link to one of the lines at the basket, and shows no other line in its place",
    arguments: [true, false], 1...3)
  func line(isEarly: Bool, number: Int) async throws {
    try await start(at: "/basket/\(number)", isEarly: isEarly)
    #expect(app.screen == "basket")
    #expect(app.label("notice") == Self.words)
    #expect(app.rows.prefix(2) == ["1 × Gyoza | €5.80", "1 × Tiramisù | €4.90"])
    try await app.perform(.tap("line-1"))
    #expect(app.label("headline") == "Tiramisù")
    #expect(!app.has("notice"))
    try await app.perform(.back, .back)
    #expect(app.screen == "menu")
    try app.host.open("storefront://shop/basket/1")
    #expect(app.label("headline") == "Gyoza")
  }

  @Test("is told beside what is missing of an order that was ordered again")
  func both() async throws {
    try await app.start()
    try fillBasket()
    let session = try ShopSession(environment: #require(app.host.environment))
    let cake = PlacedOrder.Line(itemID: "cake", name: "Cake", quantity: 1, unitPrice: 1)
    #expect(session.reorder([cake]) == .waiting)
    session.load()
    #expect(await app.host.settle(timeout: .seconds(600)) == [])
    #expect(
      session.body.first(withIdentifier: "notice")?.label == "\(Self.words) Not on the menu any more: Cake.")
  }
}
