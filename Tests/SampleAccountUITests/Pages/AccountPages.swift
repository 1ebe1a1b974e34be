import AppDriver

/// The launch arguments that lead past the sample's start page.
let pastStartPage = ["--from", "here"]

final class SignInPage: PageObject {
  override var identifier: String { "account-sign-in" }

  var headline: AppElement { app.staticTexts["headline"] }
  var expiryNote: AppElement { app.staticTexts["expired"] }
  var busyNote: AppElement { app.staticTexts["busy"] }
  var problem: AppElement { app.staticTexts["problem"] }
  var emailProblem: AppElement { app.staticTexts["email-problem"] }
  var email: AppElement { app.textFields["email"] }
  var password: AppElement { app.secureTextFields["password"] }
  var signInButton: AppElement { app.buttons["sign-in"] }

  /// Fills in both fields, by default with what lets Ada in.
  @discardableResult
  func enter(email: String = "ada@example.com", password: String = "analytical engine") throws -> Self {
    try self.email.replaceText(email)
    try self.password.replaceText(password)
    return self
  }

  /// Presses the button and waits for the page that should follow.
  @discardableResult
  func signIn<Next: PageObject>(to next: Next.Type) throws -> Next {
    try signInButton.tap()
    return try next.init(app).waitUntilShown()
  }

  /// Tries wrong passwords, the last of which leads to the page.
  @discardableResult
  func fail<Next: PageObject>(times: Int, to next: Next.Type) throws -> Next {
    for _ in 1..<times {
      try enter(password: "difference engine").signIn(to: SignInPage.self)
    }
    return try enter(password: "difference engine").signIn(to: next)
  }

  func askForHelp() throws -> HelpPage {
    try app.buttons["help"].tap()
    return try HelpPage(app).waitUntilShown()
  }
}

final class HelpPage: PageObject {
  override var identifier: String { "account-help" }

  func leave() throws -> SignInPage {
    try app.buttons["leave-help"].tap()
    return try SignInPage(app).waitUntilShown()
  }
}

final class LockedOutPage: PageObject {
  override var identifier: String { "account-locked-out" }

  var end: AppElement { app.staticTexts["lock-end"] }
  var problem: AppElement { app.staticTexts["problem"] }
  var tryAgain: AppElement { app.buttons["try-again"] }
}

final class AccountPage: PageObject {
  override var identifier: String { "account" }

  var name: AppElement { app.staticTexts["account-name"] }
  var email: AppElement { app.staticTexts["account-email"] }
  var memberSince: AppElement { app.staticTexts["account-member-since"] }
  var alert: AppElement { app.alerts["sign-out-alert"] }

  @discardableResult
  func askToSignOut() throws -> Self {
    try app.buttons["sign-out"].tap()
    try waitForElementToExist(alert)
    return self
  }

  func stay() throws {
    try app.buttons["stay-signed-in"].tap()
    try waitForElementToNotExist(alert)
  }

  func confirm() throws -> SignInPage {
    try app.buttons["confirm-sign-out"].tap()
    return try SignInPage(app).waitUntilShown()
  }
}
