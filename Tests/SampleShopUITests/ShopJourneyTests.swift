import AppDriver
import ControlProtocol
import XCTest

final class ShopJourneyTests: AppTestCase {
  override class var appName: String { "SampleShop" }
  override class var launchArguments: [String] { pastStartPage }

  private func start(_ situation: String, flags: [Flag] = [], variables: [String: String] = [:]) throws {
    try launchApp(
      featureFlags: flags, automationFlags: [Flag("simulate\(situation)", true)], envVariables: variables)
  }

  func testDishIsFoundChosenAndPutIntoTheBasket() throws {
    let dish = try MenuPage(app).waitUntilShown().find("soy ramen").open("ramen")
    try dish.choose("large").with("egg").more().add.tap()
    let basket = try MenuPage(app).waitUntilShown().openBasket()
    XCTAssertEqual(try basket.line(0).label, "2 × Shoyu ramen, large, another egg")
    XCTAssertEqual(try basket.total.value, "€34.80")
  }

  func testVoucherMakesTheBasketCheaper() throws {
    try start("FullBasket")
    try app.buttons["remove-voucher"].tap()
    let basket = BasketPage(app)
    try basket.use(voucher: "summer24")
    XCTAssertEqual(try basket.notice.label, "The voucher SUMMER24 has expired.")
    try basket.use(voucher: "welcome10")
    try app.assertScreen(
      """
      screen #basket "Basket" allowsBack
        list #basket-lines
          cell #line-0 "2 × Shoyu ramen, large, another egg" value: "€34.80"
          cell #line-1 "1 × Gyoza" value: "€5.80"
          cell #line-2 "2 × Tiramisù" value: "€9.80"
        group #bill
          cell "Subtotal" value: "€50.40"
          cell "Voucher WELCOME10" value: "-€5.04"
          cell "Delivery" value: "free"
          cell "Total" value: "€45.36" primary
        group row
          button #remove-voucher "Remove voucher WELCOME10"
        text #notice "The voucher WELCOME10 is used." success
        group
          button #checkout "Check out" primary
      """)
  }

  func testCheckoutInStepsHoldsBackWhatIsNotFilledIn() throws {
    try start("CheckoutAddress")
    let address = AddressPage(app)
    try address.goOn.tap()
    XCTAssertTrue(address.problem("street").exists)
    try address.fillInAddress()
    try address.goOn.tap()
    XCTAssertEqual(app.screen, "checkout-time")
    try address.goOn.tap()
    try address.pay("cash")
    try address.goOn.tap()
    try ConfirmPage(app).waitUntilShown().order.tap()
    try ThanksPage(app).waitUntilShown()
    try app.buttons["to-menu"].tap()
    XCTAssertFalse(MenuPage(app).basketButton.exists)
  }

  func testFlagPutsTheCheckoutOnOnePage() throws {
    try start("FullBasket", flags: [Flag("shop.newCheckout", true)])
    try BasketPage(app).checkOut.tap()
    let checkout = try OnePageCheckout(app).waitUntilShown()
    try checkout.order.tap()
    XCTAssertTrue(checkout.problem("payment").exists)
    try checkout.fillInAddress()
    try checkout.pay("card")
    try checkout.order.tap()
    try ThanksPage(app).waitUntilShown()
  }

  func testSmallBasketCannotBeOrdered() throws {
    try start("SmallBasket")
    try BasketPage(app).waitUntilShown()
    try app.assertScreen(
      """
      screen #basket "Basket" allowsBack
        list #basket-lines
          cell #line-0 "1 × Flatbread" value: "€3.50"
        group #bill
          cell "Subtotal" value: "€3.50"
          cell "Delivery" value: "€2.90"
          cell "Total" value: "€6.40" primary
        group row
          textField #voucher-code "Voucher" value: "" placeholder: "WELCOME10"
          button #apply-voucher "Use it"
        group
          text #below-minimum "€6.50 more, and the kitchens can bring it." warning
          button #checkout "Check out" disabled primary
      """)
  }

  func testMenuThatIsEmptySaysSo() throws {
    try start("EmptyMenu")
    XCTAssertTrue(try MenuPage(app).waitUntilShown().closed.exists)
  }

  func testMenuThatCannotBeReadSaysWhereAndIsTriedAgain() throws {
    try start("BrokenMenu")
    let page = try MenuErrorPage(app).waitUntilShown()
    XCTAssertEqual(
      try page.reason.label, "The menu cannot be read: items[0].price is not a whole number.")
    try page.retry.tap()
    try page.waitUntilShown()
  }

  func testSlowMenuComesInTheEnd() throws {
    try launchApp(
      automationFlags: [Flag("simulateSlowMenu", true)],
      otherArgs: ["--pause-clock-at", "2026-12-31T18:00:00Z"])
    XCTAssertEqual(app.screen, "menu-loading")
    try app.clock.advance(by: .seconds(1))
    try SlowMenuPage(app).waitUntilShown()
    try app.clock.advance(by: .seconds(7))
    try MenuPage(app).waitUntilShown()
  }

  func testSlowMenuSaysSoAndCanBeLeftToAReset() throws {
    try start("SlowMenu")
    try SlowMenuPage(app).waitUntilShown()
    try launchApp()
    try MenuPage(app).waitUntilShown()
  }

  func testMenuOfAServerIsTriedAgainUntilItComes() throws {
    let routes = try LaunchRoutes().reply(to: .get("/menu.json"), with: .failure(.cannotConnect))
    try launchApp(otherArgs: ["--catalog-url", "https://kitchen.example/menu.json"] + routes.arguments)
    let page = try MenuErrorPage(app).waitUntilShown()
    XCTAssertEqual(try page.reason.label, "kitchen.example cannot be reached: nobody answers there.")
    try app.network.reply(to: .get("/menu.json"), with: .file("Answers/menu.json"))
    try page.retry.tap()
    try MenuPage(app).waitUntilShown()
    XCTAssertEqual(try app.network.requests(to: .get("/menu.json")).map(\.status), [nil, 200])
  }

  func testPricesAreWrittenForTheLocale() throws {
    try start("JapaneseDish", variables: ["LC_ALL": "ja_JP.UTF-8"])
    XCTAssertEqual(
      try DishPage(app).waitUntilShown().choose("large").add.label, "Add to the basket · ¥1,130")
  }
}
