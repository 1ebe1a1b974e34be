import AppDriver
import XCTest

final class OnboardingJourneyTests: AppTestCase {
  override class var appName: String { "SampleOnboarding" }

  func testHappyPathGreetsByName() throws {
    let home = try Journey.finish(app)
    try home.waitUntilShown()
    try app.assertScreen(
      """
      screen #home "Home"
        text #greeting "Hello, Ada!" heading
        text "The kitchens of your neighbourhood are open."
        group
          text #home-email "E-mail: ada@example.com"
          text #home-notifications "Notifications: Orders only"
        button #start-over "Start over" destructive
      """)
  }

  func testTourShowsProgressAndCanBeSkipped() throws {
    let first = try WelcomePage(app).goOn(to: FirstTourPage.self)
    XCTAssertEqual(try first.progress.value, "14%")
    let second = try first.goOn(to: SecondTourPage.self)
    XCTAssertEqual(try second.progress.value, "29%")
    _ = try second.skip()
    XCTAssertFalse(second.progress.waitForExistence(timeout: 0) && app.screen == "tour-2")
    XCTAssertEqual(app.screen, "profile")
  }

  func testWelcomeCanSkipTheTour() throws {
    _ = try WelcomePage(app).skipTour().goBack(to: WelcomePage.self)
  }

  func testProfileSaysWhatIsWrongWhenAFieldIsLeft() throws {
    let profile = try WelcomePage(app).skipTour()
    XCTAssertFalse(try profile.continueButton.isEnabled)
    XCTAssertFalse(profile.emailProblem.exists)

    try profile.email.typeText("ada")
    XCTAssertFalse(profile.emailProblem.exists)
    try profile.name.tap()
    XCTAssertEqual(try profile.emailProblem.label, "An e-mail address has one @.")
    try profile.email.typeText("@example")
    try profile.name.tap()
    XCTAssertEqual(try profile.emailProblem.label, "The part after the @ looks like example.com.")
    try profile.email.typeText(".com")
    try profile.waitForElementToNotExist(profile.emailProblem)

    try profile.name.typeText("42")
    try profile.email.tap()
    XCTAssertEqual(try profile.nameProblem.label, "A name has at least one letter.")
    try profile.name.replaceText("Ada")
    XCTAssertFalse(profile.nameProblem.exists)
    XCTAssertTrue(try profile.continueButton.isEnabled)
  }

  func testDisabledButtonRefusesATap() throws {
    let profile = try WelcomePage(app).skipTour()
    XCTAssertThrowsError(try profile.continueButton.tap()) { error in
      XCTAssertTrue("\(error)".contains("disabled"), "\(error)")
    }
    XCTAssertEqual(app.screen, "profile")
  }

  func testShortTourHasOnePage() throws {
    try launchApp(featureFlags: [Flag("onboarding.shortTour", true)])
    let tour = try WelcomePage(app).goOn(to: FirstTourPage.self)
    XCTAssertFalse(app.buttons["skip"].exists)
    _ = try tour.goOn(to: ProfilePage.self)
  }

  func testUserWhoIsAlreadyOnboardedLandsOnHome() throws {
    try launchApp(automationFlags: [Flag("simulateUserAlreadyOnboarded", true)])
    let home = try HomePage(app).waitUntilShown()
    XCTAssertEqual(try home.greeting.label, "Hello, Ada!")
  }

  func testNotificationChoicesAreShownInTheSummary() throws {
    try Journey.walk(app, to: "notifications")
    let notifications = NotificationsPage(app)
    XCTAssertEqual(try notifications.orderUpdates.value, "on")
    try notifications.orderUpdates.tap()
    try notifications.offers.tap()
    try notifications.waitForElementValueToExist(notifications.offers, value: "on")
    let summary = try notifications.goOn(to: SummaryPage.self)
    XCTAssertEqual(try summary.notifications.value, "Offers only")
    XCTAssertEqual(try summary.name.value, "Ada")
    XCTAssertEqual(try app.cells.count, 3)
  }

  func testStartingOverAsksFirst() throws {
    try launchApp(automationFlags: [Flag("simulateUserAlreadyOnboarded", true)])
    let home = try HomePage(app).waitUntilShown()
    try home.startOver.tap()
    XCTAssertTrue(app.alerts["start-over-alert"].exists)
    XCTAssertThrowsError(try home.startOver.tap())
    try app.buttons["keep"].tap()
    XCTAssertFalse(app.alerts["start-over-alert"].exists)
    try home.startOver.tap()
    try app.buttons["confirm-start-over"].tap()
    try WelcomePage(app).waitUntilShown()
  }

  func testProgressIsThereAfterARelaunch() throws {
    try Journey.walk(app, to: "notifications")
    try app.relaunch(reason: "the test quits in the middle", keepData: true)
    let notifications = try NotificationsPage(app).waitUntilShown()
    let profile = try notifications.goBack(to: ProfilePage.self)
    XCTAssertEqual(try profile.name.value, "Ada")
  }

  func testProgressIsThereAfterAResetThatKeepsData() throws {
    try Journey.walk(app, to: "summary")
    try app.reset(keepData: true)
    let summary = try SummaryPage(app).waitUntilShown()
    XCTAssertEqual(try summary.email.value, "ada@example.com")
  }

  func testDeepLinkOpensAScreen() throws {
    try app.open("storefront://tour/2")
    try SecondTourPage(app).waitUntilShown()
    XCTAssertThrowsError(try app.open("storefront://nowhere"))
    XCTAssertEqual(app.screen, "tour-2")
  }
}
