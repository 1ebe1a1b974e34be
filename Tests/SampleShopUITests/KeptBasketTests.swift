import AppDriver
import XCTest

extension AppState {
  /// Somebody who has put a dish into the basket, and will come back.
  static let ramenInTheBasket = AppState("ramen in the basket", launchArguments: pastStartPage) { app in
    try MenuPage(app).waitUntilShown().find("soy ramen").open("ramen").choose("large").add.tap()
  }
}

final class KeptBasketTests: AppTestCase {
  override class var appName: String { "SampleShop" }
  override class var launchArguments: [String] { pastStartPage }
  override class var state: AppState? { .ramenInTheBasket }

  func testIsThereTheNextTime() throws {
    let basket = try MenuPage(app).waitUntilShown().openBasket()
    XCTAssertEqual(try basket.line(0).label, "1 × Shoyu ramen, large")
    XCTAssertEqual(try basket.line(0).value, "€15.90")
  }

  func testLosesTheDishThatTheServerNoLongerHas() throws {
    let routes = try LaunchRoutes().reply(to: .get("/menu.json"), with: .file("Answers/menu.json"))
    try launchApp(otherArgs: ["--catalog-url", "https://kitchen.example/menu.json"] + routes.arguments)
    let menu = try MenuPage(app).waitUntilShown()
    XCTAssertEqual(
      try menu.notice.label, "Something in your basket is not on the menu any more. It was taken out.")
    XCTAssertFalse(menu.basketButton.exists)
  }
}
