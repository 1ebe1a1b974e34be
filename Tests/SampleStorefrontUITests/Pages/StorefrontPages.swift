import AppDriver

/// The launch arguments that lead past the sample's start page.
let pastStartPage = ["--from", "here"]

/// The tabs below every screen of somebody who is signed in.
struct Tabs {
  let app: App

  var menu: AppElement { app.tabs["tab-shop"] }
  var orders: AppElement { app.tabs["tab-orders"] }
  var account: AppElement { app.tabs["tab-account"] }
  var settings: AppElement { app.tabs["tab-settings"] }
}

/// The first screens of somebody new.
final class WelcomePage: PageObject {
  override var identifier: String { "welcome" }

  /// Goes through onboarding as somebody would who is in a hurry.
  func hurryThrough(name: String, email: String) throws -> SignInPage {
    try app.buttons["skip"].tap()
    try app.textFields["name"].typeText(name)
    try app.textFields["email"].typeText(email)
    for button in ["continue", "continue", "finish", "continue"] { try app.buttons[button].tap() }
    return try SignInPage(app).waitUntilShown()
  }
}

final class SignInPage: PageObject {
  override var identifier: String { "account-sign-in" }

  var email: AppElement { app.textFields["email"] }

  /// Signs in with the account that the screen offers to everybody.
  @discardableResult
  func lookAround<Next: PageObject>(to next: Next.Type) throws -> Next {
    try app.buttons["use-demo-account"].tap()
    try app.buttons["sign-in"].tap()
    return try next.init(app).waitUntilShown()
  }

  /// Signs Ada in and waits for the page that should follow.
  @discardableResult
  func signIn<Next: PageObject>(to next: Next.Type) throws -> Next {
    try email.replaceText("ada@example.com")
    try app.secureTextFields["password"].replaceText("analytical engine")
    try app.buttons["sign-in"].tap()
    return try next.init(app).waitUntilShown()
  }
}

final class MenuPage: PageObject {
  override var identifier: String { "menu" }

  var basketButton: AppElement { app.buttons["open-basket"] }
}

final class ConfirmPage: PageObject {
  override var identifier: String { "checkout-confirm" }

  /// Places the order and returns what is said of it.
  func placeOrder() throws -> String {
    try app.buttons["place-order"].tap()
    let number = app.staticTexts["order-number"]
    try waitForElementToExist(number)
    return try number.label
  }
}

final class OrdersPage: PageObject {
  override var identifier: String { "orders" }

  func open(_ number: Int) throws -> OrderPage {
    try app.cells["order-\(number)"].tap()
    return try OrderPage(app).waitUntilShown()
  }
}

final class OrderPage: PageObject {
  override var identifier: String { "order" }

  var notice: AppElement { app.staticTexts["notice"] }

  func reorder() throws { try app.buttons["reorder"].tap() }
}

final class AccountPage: PageObject {
  override var identifier: String { "account" }

  func signOut() throws -> SignInPage {
    try app.buttons["sign-out"].tap()
    try app.buttons["confirm-sign-out"].tap()
    return try SignInPage(app).waitUntilShown()
  }
}

final class SettingsPage: PageObject {
  override var identifier: String { "settings" }

  /// Erases all data, and comes out where somebody new begins.
  func erase() throws -> WelcomePage {
    try app.buttons["settings-erase"].tap()
    try app.buttons["settings-confirm-erase"].tap()
    return try WelcomePage(app).waitUntilShown()
  }
}
