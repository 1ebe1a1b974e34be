import AppData
import AppRuntime
import ElementTree
import Foundation
import Testing

@testable import ShopFeature

@MainActor @Suite("What the shop keeps")
struct KeptFilesTests {
  private let app: ShopFixture

  init() throws { app = try ShopFixture() }

  private func text(_ path: String) throws -> String {
    String(decoding: try app.data.files.documents.read(path), as: UTF8.self)
  }

  @Test(
    "is set aside before the first change where it cannot be read, and stays said",
    arguments: ["{", #"{"version":2,"content":{"lines":[]}}"#])
  func unreadableBasket(old: String) async throws {
    try app.data.files.documents.write(Data(old.utf8), to: "shop/basket.json")
    try await app.start()
    #expect(try app.data.files.documents.list() == ["shop/basket.json"])
    try await app.perform(.edit("menu-search", text: "gyoza"), .tap("item-gyoza"), .tap("add-to-basket"))
    #expect(try text("shop-set-aside/basket.json") == old)
    let words = "Your earlier basket could not be read: its file is kept as shop-set-aside/basket.json"
    #expect(app.label("keeping-problem") == words)
    try await app.perform(.tap("item-gyoza"), .tap("add-to-basket"))
    #expect(app.label("keeping-problem") == words)
    #expect(try app.data.files.documents.list() == ["shop-set-aside/basket.json", "shop/basket.json"])
    try await app.start()
    #expect(!app.has("keeping-problem"))
    #expect(app.label("open-basket") == "Basket (2) · €11.60")
  }

  @Test("is told of each file that cannot be read, and an address is set aside before it is typed anew")
  func both() async throws {
    for path in ["shop/basket.json", "shop/delivery.json"] {
      try app.data.files.documents.write(Data("[]".utf8), to: path)
    }
    try await app.start()
    #expect(
      app.label("keeping-problem") == """
        Your basket could not be read: the file shop/basket.json is not in the expected form. Your address could not \
        be read: the file shop/delivery.json is not in the expected form
        """)
    let session = try #require(app.host.session as? ShopSession)
    session.edit(.name, to: "A")
    session.edit(.name, to: "Ad")
    #expect(try text("shop-set-aside/delivery.json") == "[]")
    #expect(try text("shop/basket.json") == "[]")
    #expect(try app.data.files.documents.list().count == 3)
  }

  @Test("is not replaced where it cannot be set aside")
  func notSetAside() async throws {
    try app.data.files.documents.write(Data("{".utf8), to: "shop/basket.json")
    try app.data.files.documents.write(Data("a folder should be here".utf8), to: "shop-set-aside")
    try await app.start()
    try await app.perform(.edit("menu-search", text: "gyoza"), .tap("item-gyoza"), .tap("add-to-basket"))
    #expect(app.label("keeping-problem")?.hasPrefix("Your basket could not be kept: ") == true)
    #expect(try text("shop/basket.json") == "{")
  }

  @Test("holds no time of delivery after the order, nor one that has passed")
  func times() async throws {
    try await app.start("checkoutConfirm", "--open", "storefront://shop/checkout/time")
    try await app.perform(.tap("time-1"))
    #expect(try text("shop/delivery.json").contains("\"time\":"))
    app.now.date += 24 * 3600
    try await app.start(nil, "--open", "storefront://shop/checkout/confirm")
    #expect(app.rows.contains("When | As soon as possible"))
    app.now.date -= 24 * 3600
    try await app.start(nil, "--open", "storefront://shop/checkout/confirm")
    #expect(app.rows.contains("When | At 1:30\u{202F}PM"))
    try await app.perform(.tap("place-order"))
    #expect(app.screen == "thanks")
    #expect(try !text("shop/delivery.json").contains("\"time\":"))
  }

  @Test("is a basket that waits while the kitchens are closed, and no empty one")
  func closedKitchens() async throws {
    try await app.start("fullBasket", "--catalog", "empty")
    #expect(app.screen == "basket")
    #expect(app.label("menu-empty") == "The kitchens are closed.")
    #expect(!app.has("basket-empty"))
    try app.data.files.documents.remove("shop/basket.json")
    try await app.start("emptyBasket", "--catalog", "empty")
    #expect(app.has("basket-empty"))
  }
}
