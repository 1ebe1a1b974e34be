import AppDriver
import XCTest

final class StorefrontJourneyTests: AppTestCase {
  override class var appName: String { "SampleStorefront" }
  override class var launchArguments: [String] { pastStartPage }

  private var tabs: Tabs { Tabs(app: app) }

  private func startSignedIn(_ situation: String = "UserAlreadyLoggedIn") throws {
    try launchApp(automationFlags: [Flag("simulate\(situation)", true)])
  }

  func testSomebodyNewGoesFromWelcomeToTheTabs() throws {
    let signIn = try WelcomePage(app).waitUntilShown().hurryThrough(name: "Grace", email: "grace@example.com")
    XCTAssertFalse(tabs.orders.exists)
    XCTAssertEqual(try signIn.email.value, "grace@example.com")
    try signIn.lookAround(to: MenuPage.self)
    XCTAssertTrue(try tabs.menu.isSelected)
  }

  func testOrderGoesFromTheShopToTheOrdersAndBackIntoTheBasket() throws {
    try startSignedIn("CheckoutConfirm")
    XCTAssertEqual(
      try ConfirmPage(app).waitUntilShown().placeOrder(), "The kitchen has your order 1001.")
    XCTAssertEqual(try tabs.orders.value, "1")
    try tabs.orders.tap()
    let order = try OrdersPage(app).waitUntilShown().open(1001)
    try order.reorder()
    XCTAssertEqual(try order.notice.label, "It is in your basket again: 5 items now.")
    try app.open("storefront://shop")
    XCTAssertEqual(try MenuPage(app).waitUntilShown().basketButton.label, "Basket (5) · €50.40")
  }

  func testSigningOutClosesTheTabs() throws {
    try startSignedIn()
    try tabs.account.tap()
    _ = try AccountPage(app).waitUntilShown().signOut()
    XCTAssertFalse(tabs.account.exists)
  }

  func testErasingFromTheSettingsLeavesSomebodyNew() throws {
    let signIn = try WelcomePage(app).waitUntilShown().hurryThrough(name: "Ada", email: "ada@example.com")
    try signIn.signIn(to: MenuPage.self)
    try tabs.settings.tap()
    _ = try SettingsPage(app).waitUntilShown().erase()
    XCTAssertFalse(tabs.settings.exists)
  }

  func testLinksReachEveryFeature() throws {
    try startSignedIn("ThreeOrders")
    for (link, screen) in [
      ("storefront://shop/items/ramen", "item"), ("storefront://orders/1001", "order"),
      ("storefront://account", "account"),
      ("storefront://settings/flags/onboarding.shortTour", "settings-flag"),
      ("storefront://orders", "orders"),
    ] {
      try app.open(link)
      XCTAssertEqual(app.screen, screen)
    }
  }

  func testLinkThatLeadsNowhereIsExplained() throws {
    try startSignedIn("ThreeOrders")
    try app.open("storefront://orders/4711")
    XCTAssertEqual(app.screen, "lost")
    XCTAssertEqual(try app.staticTexts["lost-link"].label, "storefront://orders/4711")
    try app.back()
    XCTAssertEqual(app.screen, "orders")
  }

  func testLinkWaitsForTheSignIn() throws {
    try startSignedIn("UserAlreadyOnboarded")
    try app.open("storefront://settings")
    try SignInPage(app).waitUntilShown().signIn(to: SettingsPage.self)
    XCTAssertTrue(try tabs.settings.isSelected)
  }
}
