import AppData
import ElementTree
import Foundation
import StorefrontContracts
import Testing

@testable import AccountFeature
@testable import AppRuntime

@MainActor @Suite("A person who is signed in")
struct SignedInTests {
  private func signedIn() async throws -> AccountFixture {
    let fixture = try AccountFixture()
    try await fixture.start()
    try await fixture.signIn()
    return fixture
  }

  @Test("is asked before being signed out")
  func signOut() async throws {
    let fixture = try await signedIn()
    try await fixture.perform(.tap("sign-out"))
    #expect(fixture.alert == "sign-out-alert")
    try await fixture.perform(.tap("stay-signed-in"))
    #expect(fixture.alert == nil)
    #expect(fixture.screen == "account")
    try await fixture.perform(.tap("sign-out"), .tap("confirm-sign-out"))
    #expect(fixture.screen == "account-sign-in")
    #expect(fixture.value("email") == "")
    #expect(fixture.label("headline") == "Welcome back")
    #expect(try fixture.keptSecrets == [])
    try await fixture.signIn()
    #expect(fixture.alert == nil)
  }

  @Test("stays so, and is told, when signing out fails")
  func signOutFails() async throws {
    let fixture = try await signedIn()
    fixture.host.environment?.gate.close("the test says so")
    try await fixture.perform(.tap("sign-out"), .tap("confirm-sign-out"))
    #expect(fixture.screen == "account")
    #expect(fixture.label("problem")?.hasPrefix("You could not be signed out: ") == true)
  }

  @Test("is known to others")
  func status() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    #expect(fixture.status?.isSignedIn == false)
    try await fixture.signIn()
    #expect(fixture.status?.isSignedIn == true)
    try await fixture.perform(.tap("sign-out"), .tap("confirm-sign-out"))
    #expect(fixture.screen == "account-sign-in")
    #expect(fixture.status?.isSignedIn == false)
    #expect(try fixture.keptSecrets == [])
  }

  @Test("has to sign in again after thirty days, and is told why at the start")
  func expiredAtStart() async throws {
    let fixture = try await signedIn()
    fixture.clock.advance(minutes: 30 * 24 * 60 - 1)
    try await fixture.start()
    #expect(fixture.screen == "account")
    fixture.clock.advance(minutes: 1)
    try await fixture.start()
    #expect(
      fixture.host.tree.treeDescription == """
        window "Sample"
          screen #account-sign-in "Sign in"
            text #headline "Good to see you again" heading
            text #expired "It has been a while. Please sign in once more." warning
            group
              textField #email "E-mail" value: "ada@example.com" placeholder: "ada@example.com"
              secureField #password "Password" value: "" focused
            text #demo-account "To look around: ada@example.com, password \\"analytical engine\\"." secondary
            group row
              button #sign-in "Sign in" disabled primary
              button #use-demo-account "Use that account"
              button #help "I need help"
            text #missing "To sign in, enter your password." secondary
        """)
    #expect(fixture.status?.isSignedIn == false)
    try await fixture.perform(.edit("password", text: "analytical engine"), .tap("sign-in"))
    #expect(fixture.screen == "account")
  }

  @Test("has to sign in again when the time comes while the app runs")
  func expiredMeanwhile() async throws {
    let fixture = try await signedIn()
    fixture.clock.advance(minutes: 30 * 24 * 60)
    #expect(fixture.status?.isSignedIn == false)
    try await fixture.perform(.tap("sign-out"))
    #expect(fixture.screen == "account-sign-in")
    #expect(fixture.label("expired") != nil)
    #expect(fixture.focus == "password")
    try await fixture.perform(.edit("password", text: "analytical engine"), .tap("sign-in"))
    #expect(fixture.screen == "account")
    #expect(fixture.alert == nil)
  }

  @Test("has to sign in again when they come to the screen too late")
  func expiredOnArrival() async throws {
    let fixture = try await signedIn()
    fixture.clock.advance(minutes: 30 * 24 * 60)
    try fixture.host.open("storefront://account")
    #expect(fixture.label("expired") != nil)
  }

  @Test("is a stranger when what was kept is damaged, until the next sign-in")
  func damaged() async throws {
    let fixture = try AccountFixture()
    try fixture.data.secrets.set(
      Secret("{}"), for: SecretItem(.genericPassword, service: "account", account: "session"))
    try await fixture.start()
    #expect(
      fixture.label("problem")
        == "Your sign-in could not be read: the record is damaged. The next sign-in replaces it.")
    try await fixture.signIn()
    try await fixture.start()
    #expect(fixture.screen == "account")
  }

  @Test("sees dates as they are written at home")
  func language() async throws {
    let fixture = try await signedIn()
    try await fixture.start([], language: "de_DE.UTF-8")
    #expect(fixture.label("account-member-since") == "Member since 14. März 2021")
  }
}
