import AppData
import AppRuntime
import ElementTree
import Foundation
import Testing

@testable import AccountFeature

@MainActor @Suite("A link into the account")
struct AccountLinkTests {
  @Test("opens each screen of somebody who is not signed in")
  func signedOut() async throws {
    let fixture = try AccountFixture()
    try await fixture.start("--open", "storefront://account/help")
    #expect(fixture.screen == "account-help")
    try await fixture.perform(.back)
    #expect(fixture.screen == "account-sign-in")
    try await fixture.perform(.tap("help"), .tap("leave-help"), .tap("help"))
    #expect(fixture.screen == "account-help")
    try fixture.host.open("storefront://account/sign-in")
    #expect(fixture.screen == "account-sign-in")
    #expect(refusal("storefront://account/sign-out", fixture) == .unknown("storefront://account/sign-out"))
  }

  @Test("opens each screen of somebody who is signed in")
  func signedIn() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    try await fixture.signIn()
    try fixture.host.open("storefront://account/sign-out")
    #expect(fixture.alert == "sign-out-alert")
    try fixture.host.open("storefront://account")
    #expect(fixture.alert == nil)
    #expect(fixture.screen == "account")
    #expect(refusal("storefront://account/help", fixture) == .unknown("storefront://account/help"))
    #expect(refusal("storefront://account/sign-in", fixture) == .unknown("storefront://account/sign-in"))
  }

  @Test(
    "is refused when it belongs to somebody else or leads nowhere",
    arguments: ["storefront://shop", "storefront://account/moon", "storefront://"])
  func refused(link: String) async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    #expect(refusal(link, fixture) == .unknown(link))
    #expect(fixture.screen == "account-sign-in")
  }

  private func refusal(_ link: String, _ fixture: AccountFixture) -> DeepLinkError? {
    #expect(throws: DeepLinkError.self) { try fixture.host.open(link) }
  }
}

@MainActor @Suite("A situation of the account")
struct SituationTests {
  @Test(
    "shows what it says",
    arguments: [
      ("userAlreadyLoggedIn", "account", "Ada Lovelace"),
      ("lockedOut", "account-locked-out", "Open again: 14:32"),
      ("sessionExpired", "account-sign-in", "It has been a while. Please sign in once more."),
      ("offline", "account-sign-in", "Welcome back"),
      ("slowService", "account-sign-in", "Welcome back"),
      ("signInHelp", "account-help", "Trouble signing in?"),
      ("signOutAlert", "account", "To come back, you will need your password."),
      ("longName", "account", "Maximiliane-Theodora Gräfin von und zu Hohenstein-Rosenberg-Langenfeld"),
      ("wideName", "account", "山田 花子"),
      (
        "unreadableSession", "account-sign-in",
        "Your sign-in could not be read: the record is damaged. The next sign-in replaces it."
      ),
    ])
  func shows(name: String, screen: String, text: String) async throws {
    let fixture = try AccountFixture()
    try await fixture.start(in: #require(AccountFeature().situations.first { $0.name == name }))
    #expect(fixture.screen == screen)
    #expect(fixture.host.tree.allElements.contains { $0.label == text })
  }

  @Test("is tested here, each of them")
  func all() {
    #expect(
      AccountFeature().situations.map(\.name) == [
        "userAlreadyLoggedIn", "lockedOut", "sessionExpired", "offline", "slowService", "signInHelp",
        "signOutAlert", "longName", "wideName", "unreadableSession",
      ])
  }
}
