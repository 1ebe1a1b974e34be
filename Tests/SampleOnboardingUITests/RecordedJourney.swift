import AppDriver
import Testing

@Suite("A recorded journey", .app("SampleOnboarding"))
struct RecordedJourney {
  @Test("goes from welcome to notifications")
  func journey() throws {
    let app = try App.current
    try WelcomePage(app).waitUntilShown().tapContinue()
    try Tour1Page(app).waitUntilShown().tapContinue()
    try Tour2Page(app).waitUntilShown().goBack()
    try Tour1Page(app).waitUntilShown().tapContinue()
    app.launchArguments = ["EPHEMERAL_{\"onboarding.shortTour\":true}"]
    try app.reset()
    try WelcomePage(app).waitUntilShown().tapContinue()
    try Tour1Page(app).waitUntilShown().tapContinue()
    try ProfilePage(app).waitUntilShown().typeName("Ada")
    #expect(try !app.buttons["continue"].isEnabled)
    try ProfilePage(app).typeEmail("ada@example.com")
    #expect(try app.buttons["continue"].isEnabled)
    #expect(app.buttons["continue"].exists)
    #expect(try app.buttons["continue"].label == "Continue")
    #expect(try app.buttons["continue"].value == nil)
    #expect(try app.textFields["name"].value == "Ada")
    try ProfilePage(app).tapContinue()
    #expect(app.screen == "notifications")
  }
}

extension RecordedJourney {
  final class WelcomePage: PageObject {
    override var identifier: String { "welcome" }
    func tapContinue() throws { try app.buttons["continue"].tap() }
  }

  final class Tour1Page: PageObject {
    override var identifier: String { "tour-1" }
    func tapContinue() throws { try app.buttons["continue"].tap() }
  }

  final class Tour2Page: PageObject {
    override var identifier: String { "tour-2" }
    func goBack() throws { try app.back() }
  }

  final class ProfilePage: PageObject {
    override var identifier: String { "profile" }
    func typeName(_ text: String) throws { try app.textFields["name"].typeText(text) }
    func typeEmail(_ text: String) throws { try app.textFields["email"].typeText(text) }
    func tapContinue() throws { try app.buttons["continue"].tap() }
  }
}
