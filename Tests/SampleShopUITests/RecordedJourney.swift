import AppDriver
import Foundation
import Testing

@Suite("A recorded journey", .app("SampleShop", launchArguments: ["--from", "here"]))
struct RecordedJourney {
  @Test("goes from menu to menu-error")
  func journey() throws {
    let app = try App.current
    try MenuPage(app).waitUntilShown().tapCategoryNoodles()
    try CategoryPage(app).waitUntilShown().tapItemRamen()
    try ItemPage(app).waitUntilShown().tapAddToBasket()
    try app.saveState("one ramen")
    app.launchArguments = ["--from", "here", "--catalog-url", "https://kitchen.example/menu.json"]
    try app.reset(to: "one ramen")
    try app.clock.pause(at: Date("2026-12-31T18:00:00Z", strategy: .iso8601))
    try app.network.reply(to: .get("/menu.json"), with: .status(503).delayed(by: .seconds(0.5)))
    try MenuErrorPage(app).waitUntilShown().tapRetry()
    try app.clock.advance(by: .seconds(0.5))
    try MenuErrorPage(app).waitUntilShown()
    #expect(try app.staticTexts["reason"].label == "The server answered with status 503.")
    #expect(app.screen == "menu-error")
  }
}

extension RecordedJourney {
  final class MenuPage: PageObject {
    override var identifier: String { "menu" }
    func tapCategoryNoodles() throws { try app.cells["category-noodles"].tap() }
  }

  final class CategoryPage: PageObject {
    override var identifier: String { "category" }
    func tapItemRamen() throws { try app.cells["item-ramen"].tap() }
  }

  final class ItemPage: PageObject {
    override var identifier: String { "item" }
    func tapAddToBasket() throws { try app.buttons["add-to-basket"].tap() }
  }

  final class MenuErrorPage: PageObject {
    override var identifier: String { "menu-error" }
    func tapRetry() throws { try app.buttons["retry"].tap() }
  }
}
