import AppDriver
import XCTest

final class AccountJourneyTests: AppTestCase {
  override class var appName: String { "SampleAccount" }
  override class var launchArguments: [String] { pastStartPage }

  func testSigningInShowsTheAccount() throws {
    let account = try SignInPage(app).enter().signIn(to: AccountPage.self)
    XCTAssertEqual(try account.name.label, "Ada Lovelace")
    XCTAssertEqual(try account.email.label, "ada@example.com")
    XCTAssertEqual(try account.memberSince.label, "Member since March 14, 2021")
  }

  func testPasswordIsShownAsDots() throws {
    let page = try SignInPage(app).enter(password: "secret")
    XCTAssertEqual(try page.password.value, "••••••")
  }

  func testAddressIsCheckedWhileTyping() throws {
    let page = try SignInPage(app).enter(email: "ada")
    XCTAssertEqual(try page.emailProblem.label, "An e-mail address looks like ada@example.com.")
    XCTAssertFalse(try page.signInButton.isEnabled)
    try page.email.typeText("@example.com")
    XCTAssertFalse(page.emailProblem.exists)
    XCTAssertTrue(try page.signInButton.isEnabled)
  }

  func testUserIsStillSignedInAfterARelaunch() throws {
    try SignInPage(app).enter().signIn(to: AccountPage.self)
    try app.relaunch(reason: "the test quits and comes back", keepData: true)
    try AccountPage(app).waitUntilShown()
  }

  func testSigningOutAsksFirst() throws {
    try launchApp(automationFlags: [Flag("simulateUserAlreadyLoggedIn", true)])
    let account = try AccountPage(app).waitUntilShown()
    try account.askToSignOut().stay()
    XCTAssertEqual(try account.name.label, "Ada Lovelace")
    let signIn = try account.askToSignOut().confirm()
    XCTAssertEqual(try signIn.email.value, "")
  }

  func testFiveWrongPasswordsPauseSigningInAlsoAfterARelaunch() throws {
    let page = try SignInPage(app).fail(times: 4, to: SignInPage.self)
    XCTAssertEqual(try page.problem.label, "E-mail and password do not match. One try is left.")
    let locked = try page.fail(times: 1, to: LockedOutPage.self)
    let end = try locked.end.label
    XCTAssertTrue(end.hasPrefix("Open again: "), end)
    try app.relaunch(reason: "the test quits and comes back", keepData: true)
    let again = try LockedOutPage(app).waitUntilShown()
    try again.tryAgain.tap()
    try app.assertScreen(
      """
      screen #account-locked-out "Sign in" allowsBack
        text #headline "Sign-in is paused" heading
        text #reason "There were too many wrong tries. To keep your account safe, sign-in is closed for now."
        text #lock-end "Open again: *" warning
        text #problem "It is not time yet." failure
        group row
          button #try-again "Try again" primary
          button #help "I need help"
      """)
  }

  func testLockEndsByItselfAfterAQuarterOfAnHour() throws {
    let locked = try SignInPage(app).fail(times: 5, to: LockedOutPage.self)
    try app.clock.advance(by: .seconds(14 * 60))
    try locked.tryAgain.tap()
    XCTAssertEqual(try locked.problem.label, "It is not time yet.")
    try app.clock.advance(by: .seconds(60))
    try SignInPage(app).waitUntilShown().enter().signIn(to: AccountPage.self)
  }

  func testSignInExpiresWhileTheAccountIsShown() throws {
    try SignInPage(app).enter().signIn(to: AccountPage.self)
    try app.clock.advance(by: .seconds(30 * 86_400))
    let page = try SignInPage(app).waitUntilShown()
    XCTAssertEqual(try page.expiryNote.label, "It has been a while. Please sign in once more.")
  }

  func testSlowServiceIsWaitedForByTheClockOfTheTest() throws {
    try launchApp(otherArgs: ["--account-service", "slow", "--pause-clock-at", "2026-12-31T23:59:00Z"])
    let page = try SignInPage(app).enter()
    try page.signInButton.tap()
    XCTAssertEqual(app.screen, "account-sign-in")
    try app.clock.advance(by: .seconds(3))
    XCTAssertEqual(try AccountPage(app).waitUntilShown().name.label, "Ada Lovelace")
  }

  func testExpiredSessionLeadsToSignInWithANote() throws {
    try launchApp(automationFlags: [Flag("simulateSessionExpired", true)])
    let page = try SignInPage(app).waitUntilShown()
    XCTAssertEqual(try page.expiryNote.label, "It has been a while. Please sign in once more.")
    XCTAssertEqual(try page.email.value, "ada@example.com")
    XCTAssertTrue(try page.password.hasFocus)
    try page.password.typeText("analytical engine")
    try page.signIn(to: AccountPage.self)
  }

  func testUnreachableServiceIsToldAndCanBeTriedAgain() throws {
    try launchApp(automationFlags: [Flag("simulateOffline", true)])
    let page = try SignInPage(app).enter().signIn(to: SignInPage.self)
    XCTAssertEqual(
      try page.problem.label, "The account service cannot be reached. Check your connection and try again.")
    XCTAssertTrue(try page.signInButton.isEnabled)
  }

  func testHelpIsThereAndLeadsBack() throws {
    let page = try SignInPage(app).askForHelp().leave()
    _ = try page.askForHelp()
    try app.back()
    try page.waitUntilShown()
  }

  func testDeepLinksOpenScreens() throws {
    try app.open("storefront://account/help")
    try HelpPage(app).waitUntilShown()
    XCTAssertThrowsError(try app.open("storefront://account/moon"))
    XCTAssertEqual(app.screen, "account-help")
    try launchApp(
      automationFlags: [Flag("simulateUserAlreadyLoggedIn", true)],
      otherArgs: ["--open", "storefront://account/sign-out"])
    XCTAssertTrue(AccountPage(app).alert.exists)
  }

  func testLongAndWideNamesAreShownWhole() throws {
    for (flag, name) in [
      ("simulateLongName", "Maximiliane-Theodora Gräfin von und zu Hohenstein-Rosenberg-Langenfeld"),
      ("simulateWideName", "山田 花子"),
    ] {
      try launchApp(automationFlags: [Flag(flag, true)])
      XCTAssertEqual(try AccountPage(app).waitUntilShown().name.label, name)
    }
  }
}
