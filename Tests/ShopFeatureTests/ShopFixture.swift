import AppData
import AppRuntime
import ElementTree
import FeatureFlags
import Foundation
import Synchronization
import TestSupport
import Testing
import URLSessionClient

@testable import ShopFeature

/// The shop in a real app, with a real container in a home of its own, at noon on 4 May 2026.
@MainActor
final class ShopFixture {
  nonisolated static let noon = Date(timeIntervalSince1970: 1_777_896_000)

  /// The time that the app is told.
  let now = SharedDate(noon)
  let home: TemporaryHome
  let host: AppHost
  /// The app's data, past the app: what a test puts here, the app finds at its next start.
  let data: AppData

  /// Without `losesPatience`, the app waits for its menu as long as it takes.
  init(losesPatience: Bool = false, feature: (any FeaturePlugin)? = nil) throws {
    home = try TemporaryHome()
    let definition = AppDefinition(
      name: "Sample", version: "1", id: "net.cleanslate.tests.shop", linkScheme: "storefront",
      feature: feature ?? ShopFeature())
    let clock = AppClock(now: { [now] in now.date }) { duration in
      if losesPatience, duration == MenuLoader.patience { return }
      try await Task.sleep(for: .seconds(1_000_000))
    }
    host = AppHost(
      definition,
      container: try AppContainer.open(
        AppIdentity(id: definition.id), in: BaseDirectories(environment: home.environment)),
      clock: clock, network: .urlSession)
    data = host.container.open(gate: WriteGate())
  }

  /// Starts the app, on the data of a situation where one is named.
  func start(_ situation: String? = nil, _ arguments: String..., locale: String = "en_US") async throws {
    var arguments = arguments
    if let situation {
      let situation = try #require(host.definition.feature.situations.first { $0.name == situation })
      try situation.prepare(data)
      arguments += situation.arguments
      if !arguments.contains("--open"), let place = situation.place {
        arguments += ["--open", "storefront://\(place)"]
      }
    }
    try await host.restart(
      with: LaunchConfiguration(arguments: arguments, environment: ["LC_ALL": locale, "TZ": "UTC"]))
    #expect(await host.settle(timeout: .seconds(600)) == [])
  }

  func perform(_ actions: Action...) async throws {
    for action in actions {
      try host.perform(action)
      #expect(await host.settle(timeout: .seconds(600)) == [])
    }
  }

  func fillInAddress() async throws {
    try await perform(
      .edit("delivery-name", text: "Ada"), .edit("delivery-street", text: "Dorset Street 1"),
      .edit("delivery-postcode", text: "10997"), .edit("delivery-city", text: "Berlin"))
  }

  var screen: String? { host.tree.screen?.identifier }

  func label(_ identifier: String) -> String? { host.tree.first(withIdentifier: identifier)?.label }

  func has(_ identifier: String) -> Bool { host.tree.first(withIdentifier: identifier) != nil }

  /// The rows on the screen, in order.
  var rows: [String] {
    host.tree.allElements.filter { $0.role == .cell }.map { "\($0.label) | \($0.value ?? "")" }
  }
}

/// A date that a test changes while the app reads it.
final class SharedDate: Sendable {
  private let value: Mutex<Date>

  init(_ date: Date) { value = Mutex(date) }

  var date: Date {
    get { value.withLock(\.self) }
    set { value.withLock { $0 = newValue } }
  }
}
