import AppData
import ElementTree
import Foundation
import TestSupport
import Testing

@testable import AccountFeature
@testable import AppRuntime

@MainActor @Suite("Signing in")
struct SignInTests {
  @Test("shows people their account, however they write their address")
  func accepted() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    #expect(fixture.focus == "email")
    try await fixture.signIn(" Ada@Example.com ")
    #expect(
      fixture.host.tree.treeDescription == """
        window "Sample"
          screen #account "Account"
            text #account-name "Ada Lovelace" heading
            group
              text #account-email "ada@example.com"
              text #account-member-since "Member since March 14, 2021" secondary
            text #signed-in "You are signed in on this device." success
            button #sign-out "Sign out" focused destructive
        """)
    try await fixture.start()
    #expect(fixture.label("account-name") == "Ada Lovelace")
  }

  @Test("offers an account to look around with, and fills it in at a tap")
  func demo() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    #expect(
      fixture.label("demo-account") == "To look around: ada@example.com, password \"analytical engine\".")
    try await fixture.perform(.tap("use-demo-account"))
    #expect(fixture.value("email") == "ada@example.com")
    try await fixture.perform(.tap("sign-in"))
    #expect(fixture.label("account-name") == "Ada Lovelace")
  }

  @Test("offers no such account where the service has none")
  func noDemo() async throws {
    let fixture = try AccountFixture(service: FixedService(answer: .refused))
    try await fixture.start()
    #expect(fixture.screen == "account-sign-in")
    #expect(fixture.label("demo-account") == nil)
    #expect(fixture.label("use-demo-account") == nil)
  }

  @Test("keeps the token among the secrets and nowhere else")
  func token() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    try await fixture.signIn()
    let item = SecretItem(.genericPassword, service: "account", account: "session")
    #expect(try fixture.keptSecrets == [item])
    let bytes = try #require(try fixture.data.secrets.read(item)).bytes
    let kept = try JSONDecoder().decode(SignIn.self, from: bytes)
    #expect(kept.token.count == 64)
    #expect(kept.expiresAt == Date(timeIntervalSince1970: 1_762_093_020))
    #expect(
      try fixture.home.tree() == [
        "data/cleanslate/net.cleanslate.tests.account/.cleanslate-container",
        "data/cleanslate/net.cleanslate.tests.account/Secrets-genericPassword/values.plist",
      ])
    #expect(try fixture.data.preferences.keys == [])
  }

  @Test("says what is missing, and what is wrong with an address once it is left")
  func missing() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    #expect(fixture.label("missing") == "To sign in, enter your e-mail address and your password.")
    try fixture.host.perform(.edit("email", text: "ada"))
    #expect(fixture.label("email-problem") == nil)
    try fixture.host.perform(.focus("password"))
    #expect(fixture.label("email-problem") == "An e-mail address looks like ada@example.com.")
    try fixture.host.perform(.edit("email", text: "ada@example.com"))
    #expect(fixture.label("missing") == "To sign in, enter your password.")
    try fixture.host.perform(.edit("password", text: "x"))
    #expect(fixture.label("missing") == nil)
  }

  @Test("says how many tries are left, and asks for the password again")
  func refused() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    try await fixture.fail(times: 1)
    #expect(fixture.label("problem") == "E-mail and password do not match. 4 tries are left.")
    #expect(fixture.value("email") == "ada@example.com")
    #expect(fixture.value("password") == "")
    #expect(fixture.focus == "password")
    try await fixture.signIn("nobody@example.com", "analytical engine")
    #expect(fixture.label("problem") == "E-mail and password do not match. 3 tries are left.")
    try await fixture.fail(times: 2)
    #expect(fixture.label("problem") == "E-mail and password do not match. One try is left.")
    #expect(try fixture.keptSecrets == [])
    try await fixture.signIn()
    #expect(fixture.screen == "account")
    #expect(try fixture.data.preferences.keys == [])
  }

  @Test("is possible once the address looks like one and there is a password")
  func incomplete() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    let problem = "An e-mail address looks like ada@example.com."
    for (email, expected) in [
      ("ada", problem), ("ada@example", problem), ("", nil), ("ada@example.com", nil),
    ] {
      try await fixture.perform(.edit("email", text: email), .focus("password"))
      #expect(fixture.label("email-problem") == expected, "\(email)")
      #expect(throws: ActionError.disabled("sign-in")) { try fixture.host.perform(.tap("sign-in")) }
    }
    try await fixture.perform(.edit("password", text: "x"))
    #expect(fixture.host.tree.first(withIdentifier: "sign-in")?.isEnabled == true)
  }

  @Test("says so when the service cannot be reached, and counts no try")
  func offline() async throws {
    let fixture = try AccountFixture()
    try await fixture.start("--account-service", "offline")
    try await fixture.signIn()
    #expect(
      fixture.label("problem")
        == "The account service cannot be reached. Check your connection and try again."
    )
    #expect(fixture.value("password") == "analytical engine")
    #expect(try fixture.data.preferences.keys == [])
    try await fixture.start("--account-service=local")
    try await fixture.signIn()
    #expect(fixture.screen == "account")
  }

  @Test("is under way until a slow service answers, and cannot be asked for twice")
  func slow() async throws {
    let fixture = try AccountFixture()
    try await fixture.start("--account-service", "slow")
    try await fixture.perform(
      .edit("email", text: "ada@example.com"), .edit("password", text: "analytical engine"))
    try fixture.host.perform(.tap("sign-in"))
    #expect(fixture.label("busy") == "One moment, please. We are signing you in.")
    #expect(fixture.host.activities.map(\.name) == ["sign in"])
    #expect(throws: ActionError.disabled("sign-in")) { try fixture.host.perform(.tap("sign-in")) }
    try fixture.host.open("storefront://account/help")
    fixture.clock.endWait()
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.screen == "account")
    try await fixture.perform(.tap("sign-out"), .tap("confirm-sign-out"))
    #expect(fixture.screen == "account-sign-in")
  }

  @Test("that is under way when the app begins anew signs nobody in")
  func late() async throws {
    let fixture = try AccountFixture()
    try await fixture.start("--account-service", "slow")
    try await fixture.perform(
      .edit("email", text: "ada@example.com"), .edit("password", text: "analytical engine"))
    try fixture.host.perform(.tap("sign-in"))
    let report = try await fixture.host.restart(with: LaunchConfiguration())
    #expect(report.abandonedWork == [])
    #expect(fixture.screen == "account-sign-in")
    #expect(fixture.label("busy") == nil)
    #expect(try fixture.keptSecrets == [])
  }

  @Test("signs nobody in either when the service answers although nobody waits any more")
  func stubborn() async throws {
    let service = StubbornService()
    let fixture = try AccountFixture(service: service)
    try await fixture.start()
    try await fixture.perform(.edit("email", text: "ada@example.com"), .edit("password", text: "x"))
    try fixture.host.perform(.tap("sign-in"))
    try await fixture.start()
    #expect(service.hasAnswered)
    #expect(fixture.screen == "account-sign-in")
    #expect(try fixture.keptSecrets == [])
  }

  @Test("is not called done when it cannot be kept")
  func notKept() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    fixture.host.environment?.gate.close("the test says so")
    try await fixture.signIn()
    #expect(fixture.screen == "account-sign-in")
    #expect(fixture.label("problem")?.hasPrefix("You could not be signed in: ") == true)
    #expect(fixture.label("problem")?.contains("the test says so") == true)
  }

  @Test("refuses a service that there is not, and names those that there are")
  func unknownService() async throws {
    let fixture = try AccountFixture()
    let error = await #expect(throws: UnknownValueError.self) {
      try await fixture.start("--account-service", "ofline")
    }
    #expect(
      error?.description == """
        'ofline' is not a value of '--account-service'. Did you mean 'offline'? \
        It takes: local, slow, offline.
        """)
  }
}
