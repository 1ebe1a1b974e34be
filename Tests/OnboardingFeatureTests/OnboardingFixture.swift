import AppData
import AppRuntime
import ElementTree
import TestSupport
import Testing

@testable import OnboardingFeature

/// Onboarding in a real app, with a real container in a home of its own.
@MainActor
struct OnboardingFixture {
  static let steps: [Action] = [.tap("continue"), .tap("continue"), .tap("continue"), .tap("continue")]
  static let profile: [Action] = [
    .edit("name", text: "Ada"), .edit("email", text: "ada@example.com"), .tap("continue"),
  ]

  let home: TemporaryHome
  let host: AppHost
  /// The app's data, past the app: what a test puts here, the app finds at its next start.
  let data: AppData

  init() throws {
    home = try TemporaryHome()
    let definition = AppDefinition(
      name: "Sample", version: "1", id: "net.cleanslate.tests.onboarding", linkScheme: "storefront",
      feature: OnboardingFeature())
    host = AppHost(
      definition,
      container: try AppContainer.open(
        AppIdentity(id: definition.id), in: BaseDirectories(environment: home.environment)))
    data = host.container.open(gate: WriteGate())
  }

  func start(_ arguments: [String] = []) async throws {
    try await host.restart(with: LaunchConfiguration(arguments: arguments))
  }

  func perform(_ actions: [Action]) async throws {
    for action in actions {
      try host.perform(action)
      #expect(await host.settle(timeout: .seconds(600)) == [])
    }
  }

  func perform(_ actions: Action...) async throws { try await perform(actions) }

  /// Goes all the way to the home screen.
  func finish() async throws {
    try await perform(
      [.tap("skip")] + Self.profile + [.tap("continue"), .tap("finish"), .tap("continue")])
  }

  func session() throws -> OnboardingSession { try #require(host.session as? OnboardingSession) }

  var screen: String? { host.tree.screen?.identifier }

  var alert: String? { host.tree.first { $0.role == .alert }?.identifier }

  func label(_ identifier: String) -> String? { host.tree.first(withIdentifier: identifier)?.label }
}
