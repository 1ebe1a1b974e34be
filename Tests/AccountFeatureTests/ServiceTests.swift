import AppRuntime
import Foundation
import Testing

@testable import AccountFeature

@Suite("The local account service")
struct LocalAccountServiceTests {
  private let clock = HeldClock()
  private var service: LocalAccountService { LocalAccountService(clock: clock.appClock) }

  @Test(
    "accepts each bundled account with its own password only",
    arguments: [
      ("ada@example.com", "analytical engine", "Ada Lovelace"),
      ("hanako@example.jp", "sakura mochi", "山田 花子"),
      (
        "maximiliane-theodora.von.und.zu.hohenstein-rosenberg-langenfeld@post.example.com",
        "rosenberg garden", "Maximiliane-Theodora Gräfin von und zu Hohenstein-Rosenberg-Langenfeld"
      ),
    ])
  func accepts(email: String, password: String, name: String) async throws {
    guard case .accepted(let signIn) = try await service.signIn(email: email, password: password) else {
      Issue.record("\(email) is not accepted")
      return
    }
    #expect(signIn.account.name == name)
    #expect(signIn.expiresAt == Date(timeIntervalSince1970: 1_762_093_020))
    for wrong in ["", password + " ", password.uppercased(), "enigma machine"] {
      #expect(try await service.signIn(email: email, password: wrong) == .refused)
    }
  }

  @Test("gives the same token in every run, and another one at another time")
  func token() async throws {
    let first = try await service.signIn(email: "ada@example.com", password: "analytical engine")
    #expect(try await service.signIn(email: "ada@example.com", password: "analytical engine") == first)
    clock.advance(minutes: 1)
    #expect(try await service.signIn(email: "ada@example.com", password: "analytical engine") != first)
  }

  @Test("keeps a locked account closed, whatever the password")
  func locked() async throws {
    for password in ["enigma machine", "x"] {
      #expect(
        try await service.signIn(email: "alan@example.com", password: password)
          == .locked(until: Date(timeIntervalSince1970: 1_759_504_620)))
    }
  }

  @Test("keeps no password in clear, and no two accounts with the same salt")
  func digests() {
    #expect(BundledAccount.all.allSatisfy { $0.digest.count == 64 })
    #expect(Set(BundledAccount.all.map(\.salt)).count == BundledAccount.all.count)
  }
}

@MainActor @Suite("A service that is handed in")
struct HandedInServiceTests {
  @Test("takes the place of the one that the launch option names")
  func handedIn() async throws {
    let account = Account(name: "Grace", email: "grace@example.com", memberSince: .distantPast)
    let signIn = SignIn(account: account, token: "t", expiresAt: .distantFuture)
    let fixture = try AccountFixture(service: FixedService(answer: .accepted(signIn)))
    try await fixture.start("--account-service", "offline")
    try await fixture.signIn("anybody@example.com", "x")
    #expect(fixture.label("account-name") == "Grace")
  }
}

@Suite("A moment")
struct AccountDatesTests {
  private let dates = AccountDates(
    locale: Locale(identifier: "en_GB"), timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt)
  private let now = Date(timeIntervalSince1970: 1_759_501_020)

  @Test("is a time of day in the person's own time zone, with the date on another day there")
  func moments() {
    #expect(dates.moment(now + 15 * 60, seenAt: now) == "23:32")
    #expect(dates.moment(now + 60 * 60, seenAt: now) == "4 Oct 2025 at 0:17")
  }
}
