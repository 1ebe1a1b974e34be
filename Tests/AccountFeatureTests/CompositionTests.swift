import AppData
import AppRuntime
import ElementTree
import Foundation
import Observation
import StorefrontContracts
import TestSupport
import Testing

@testable import AccountFeature

/// An app that shows a home of its own to those who are signed in, with the account one tap away.
struct ComposedFeature: FeaturePlugin {
  var launchOptions: [LaunchOption] { AccountFeature().launchOptions }

  func makeSession(in environment: AppEnvironment) throws -> any FeatureSession {
    ComposedSession(
      account: try AccountFeature().makeSession(in: environment), services: environment.services)
  }
}

enum ComposedAction: String { case account = "tab-account" }

@MainActor @Observable
final class ComposedSession: FeatureSession {
  private var showsAccount = false
  @ObservationIgnored private let account: any FeatureSession
  @ObservationIgnored private let services: AppServices

  init(account: any FeatureSession, services: AppServices) {
    self.account = account
    self.services = services
  }

  var body: Element {
    guard !showsAccount, services.find((any SignInStatus).self)?.isSignedIn == true else {
      return account.body
    }
    return Screen("home", title: "Home") { Button("Account", id: ComposedAction.account) }.element
  }

  func handle(_ action: Action) throws(ActionError) {
    if case .tap(let identifier) = action, let action = ComposedAction(rawValue: identifier) {
      switch action {
      case .account: showsAccount = true
      }
    } else {
      try account.handle(action)
    }
  }
}

@MainActor @Suite("The account as a part of a larger app")
struct CompositionTests {
  private let home: TemporaryHome
  private let clock = HeldClock()
  private let host: AppHost

  init() throws {
    home = try TemporaryHome()
    let definition = AppDefinition(
      name: "Composed", version: "1", id: "net.cleanslate.tests.composed", feature: ComposedFeature())
    host = AppHost(
      definition,
      container: try AppContainer.open(
        AppIdentity(id: definition.id), in: BaseDirectories(environment: home.environment)),
      clock: clock.appClock)
  }

  @Test("starts with no other service than the one asked for, where the larger app has not checked the name")
  func unchecked() async throws {
    await #expect(throws: UnknownValueError.self) {
      try await host.restart(with: LaunchConfiguration(arguments: ["--account-service", "bogus"]))
    }
    #expect(host.session == nil)
  }

  @Test("lets in who signs in, and sends away whose session is over when they come to it")
  func composed() async throws {
    try await host.restart(with: LaunchConfiguration())
    #expect(host.tree.screen?.identifier == "account-sign-in")
    for action: Action in [
      .edit("email", text: "ada@example.com"), .edit("password", text: "analytical engine"), .tap("sign-in"),
    ] {
      try host.perform(action)
      #expect(await host.settle(timeout: .seconds(600)) == [])
    }
    #expect(host.tree.screen?.identifier == "home")
    clock.advance(minutes: 30 * 24 * 60)
    try host.perform(.tap("tab-account"))
    #expect(host.tree.screen?.identifier == "account-sign-in")
    #expect(host.tree.first(withIdentifier: "expired") != nil)
  }
}
