import AppData
import AppRuntime
import ElementTree
import Foundation
import StorefrontContracts
import Synchronization
import TestSupport
import Testing

@testable import AccountFeature

/// The account feature in a real app, with a real container in a home of its own and a clock that a test holds.
@MainActor
struct AccountFixture {
  let home: TemporaryHome
  let host: AppHost
  let clock = HeldClock()
  /// The app's data, past the app: what a test puts here, the app finds at its next start.
  let data: AppData

  init(service: (any AccountService)? = nil) throws {
    home = try TemporaryHome()
    let definition = AppDefinition(
      name: "Sample", version: "1", id: "net.cleanslate.tests.account", linkScheme: "storefront",
      feature: AccountFeature(service: service))
    host = AppHost(
      definition,
      container: try AppContainer.open(
        AppIdentity(id: definition.id), in: BaseDirectories(environment: home.environment)),
      clock: clock.appClock)
    data = host.container.open(gate: WriteGate())
  }

  func start(in situation: Situation) async throws {
    try situation.prepare(data)
    let link = situation.place.map { ["--open", "storefront://\($0)"] } ?? []
    try await start(situation.arguments + link)
  }

  func start(_ arguments: String..., language: String = "C.UTF-8") async throws {
    try await start(arguments, language: language)
  }

  func start(_ arguments: [String], language: String = "C.UTF-8") async throws {
    try await host.restart(
      with: LaunchConfiguration(arguments: arguments, environment: ["LANG": language, "TZ": "UTC"]))
  }

  func perform(_ actions: Action...) async throws {
    for action in actions {
      try host.perform(action)
      #expect(await host.settle(timeout: .seconds(600)) == [])
    }
  }

  func signIn(_ email: String = "ada@example.com", _ password: String = "analytical engine") async throws {
    try await perform(.edit("email", text: email), .edit("password", text: password), .tap("sign-in"))
  }

  func fail(times: Int) async throws {
    for _ in 0..<times { try await signIn("ada@example.com", "difference engine") }
  }

  var screen: String? { host.tree.screen?.identifier }
  var alert: String? { host.tree.first { $0.role == .alert }?.identifier }
  var focus: String? { host.tree.first(where: \.isFocused)?.identifier }
  func label(_ identifier: String) -> String? { host.tree.first(withIdentifier: identifier)?.label }
  func value(_ identifier: String) -> String? { host.tree.first(withIdentifier: identifier)?.value }

  var status: (any SignInStatus)? { host.environment?.services.find((any SignInStatus).self) }
  var keptSecrets: [SecretItem] {
    get throws { try data.secrets.items(ofClass: .genericPassword) }
  }
}

/// A clock that stands still until a test moves it; it begins on 3 October 2025 at 14:17 UTC.
final class HeldClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_759_501_020))
  private let (rings, bell) = AsyncStream.makeStream(of: Void.self)

  var now: Date { time.withLock { $0 } }

  func advance(minutes: Double) { time.withLock { $0 += minutes * 60 } }

  /// Ends the wait under way, or the next one.
  func endWait() { bell.yield() }

  var appClock: AppClock {
    AppClock(
      now: { [self] in now },
      wait: { [rings] duration in
        // The end of a lock or a sign-in, which nobody waits for here.
        if duration > .seconds(60) { try await Task.sleep(for: .seconds(1_000_000)) }
        for await _ in rings { return }
        throw CancellationError()
      })
  }
}

/// A service that gives the same answer to everybody.
struct FixedService: AccountService {
  let answer: SignInAnswer

  func signIn(email: String, password: String) async throws -> SignInAnswer { answer }
}

/// A service that lets everybody in, but only once the caller has been cancelled.
final class StubbornService: AccountService {
  private let answered = Mutex(false)
  private let (rings, bell) = AsyncStream.makeStream(of: Void.self)

  var hasAnswered: Bool { answered.withLock { $0 } }

  func signIn(email: String, password: String) async throws -> SignInAnswer {
    for await _ in rings {}
    answered.withLock { $0 = true }
    let account = Account(name: "Ada", email: email, memberSince: .distantPast)
    return .accepted(SignIn(account: account, token: "t", expiresAt: .distantFuture))
  }
}
