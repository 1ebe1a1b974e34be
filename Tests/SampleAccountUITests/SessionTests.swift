import AppDriver
import Foundation
import Testing

private let newYearsEve = pastStartPage + ["--pause-clock-at", "2026-12-31T23:59:00Z"]

extension AppState {
  /// Signed in on that evening, whenever the state is built.
  static let signedInOnNewYearsEve = AppState("signed in on New Year's Eve", launchArguments: newYearsEve) {
    try SignInPage($0).waitUntilShown().enter().signIn(to: AccountPage.self)
  }
}

@Suite(
  "A sign-in of New Year's Eve",
  .app("SampleAccount", launchArguments: newYearsEve, state: .signedInOnNewYearsEve))
struct SessionTests {
  @Test("lasts for thirty days, to the second")
  func lasts() throws {
    let app = try App.current
    try AccountPage(app).waitUntilShown()
    try app.clock.advance(to: Date("2027-01-30T23:58:59Z", strategy: .iso8601))
    #expect(app.screen == "account")
    try app.clock.advance(by: .seconds(1))
    #expect(try SignInPage(app).waitUntilShown().expiryNote.exists)
  }
}
