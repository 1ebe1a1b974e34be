import AppData
import AppRuntime
import ElementTree
import TestSupport
import Testing

@testable import StorefrontComposition

/// The whole product in a home of its own.
@MainActor
final class StorefrontFixture {
  let home: TemporaryHome
  let host: AppHost

  init(clock: AppClock = .system) throws {
    home = try TemporaryHome()
    let definition = AppDefinition.storefront(name: "Tests", id: "net.cleanslate.tests.storefront")
    host = AppHost(
      definition,
      container: try AppContainer.open(
        AppIdentity(id: definition.id, groups: definition.groups),
        in: BaseDirectories(environment: home.environment)),
      clock: clock)
  }

  /// Starts the app on the data of a situation, with its arguments and the link.
  func start(_ situation: String? = nil, link: String? = nil) async throws {
    var arguments = link.map { ["--open", $0] } ?? []
    if let situation {
      let situation = try #require(host.definition.feature.situations.first { $0.name == situation })
      try situation.prepare(host.container.open(gate: WriteGate()))
      arguments += situation.arguments
      if link == nil, let place = situation.place { arguments += ["--open", "storefront://\(place)"] }
    }
    try await host.restart(with: LaunchConfiguration(arguments: arguments, environment: home.environment))
    #expect(await host.settle(timeout: .seconds(600)) == [])
  }

  func perform(_ actions: Action...) async throws {
    for action in actions {
      try host.perform(action)
      #expect(await host.settle(timeout: .seconds(600)) == [])
    }
  }

  /// Signs Ada in, where the sign-in screen is shown.
  func signIn() async throws {
    try await perform(
      .edit("email", text: "ada@example.com"), .edit("password", text: "analytical engine"), .tap("sign-in"))
  }

  var screen: String? { host.tree.screen?.identifier }

  func label(_ identifier: String) -> String? { host.tree.first(withIdentifier: identifier)?.label }

  /// The tabs as they stand there: the selected one in brackets, badges behind a colon.
  var tabs: [String] {
    host.tree.allElements.filter { $0.role == .tab }.map { tab in
      let name = tab.label + (tab.value.map { ": \($0)" } ?? "")
      return tab.isSelected ? "[\(name)]" : name
    }
  }
}
