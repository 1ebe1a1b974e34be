import AppData
import ElementTree
import Foundation
import StorefrontContracts
import Synchronization
import TestSupport
import Testing

@testable import AppRuntime
@testable import OrdersFeature

/// A clock that a test sets, and that says who waits for it.
final class ManualClock: Sendable {
  private struct State {
    var now: Date
    var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
    var lastTicket = 0
    var arrivals = 0
    var watchers: [(arrivals: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state: Mutex<State>

  init(_ now: Date) { state = Mutex(State(now: now)) }

  var clock: AppClock {
    AppClock(now: { self.state.withLock(\.now) }) { _ in try await self.sleep() }
  }

  /// How many wait for the time to pass.
  var sleeperCount: Int { state.withLock(\.sleepers.count) }

  /// Lets time pass; whoever waits wakes up, whatever they wait for.
  func advance(minutes: Double) {
    let sleepers = state.withLock { state in
      state.now += minutes * 60
      defer { state.sleepers = [:] }
      return state.sleepers.values
    }
    for sleeper in sleepers { sleeper.resume() }
  }

  /// Returns once somebody has begun to wait for the time to pass, so many times in all, or when the test is cancelled.
  func waitForSleepers(_ arrivals: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { watcher in
        let areThere = state.withLock { state in
          let areThere = state.arrivals >= arrivals || Task.isCancelled
          if !areThere { state.watchers.append((arrivals, watcher)) }
          return areThere
        }
        if areThere { watcher.resume() }
      }
    } onCancel: {
      let watchers = state.withLock { state in
        defer { state.watchers = [] }
        return state.watchers
      }
      for watcher in watchers { watcher.continuation.resume() }
    }
  }

  private func sleep() async throws {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { sleeper in
        let watchers = state.withLock { state in
          state.sleepers[ticket] = sleeper
          state.arrivals += 1
          let ready = state.watchers.filter { $0.arrivals <= state.arrivals }
          state.watchers.removeAll { $0.arrivals <= state.arrivals }
          return ready
        }
        for watcher in watchers { watcher.continuation.resume() }
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  private func cancel(_ ticket: Int) {
    state.withLock { $0.sleepers.removeValue(forKey: ticket) }?.resume(throwing: CancellationError())
  }
}

/// The orders in a real app, with a real container in a home of its own, at noon on 4 May 2026.
@MainActor
struct OrdersFixture {
  static let noon = Date(timeIntervalSince1970: 1_777_896_000)
  static let ramen = PlacedOrder.Line(itemID: "ramen", name: "Shoyu ramen", quantity: 2, unitPrice: 1290)
  static let gyoza = PlacedOrder.Line(itemID: "gyoza", name: "Gyoza", quantity: 1, unitPrice: 580)
  static let placed = PlacedOrder(
    lines: [ramen, gyoza], total: 3450, currency: "EUR", placedAt: noon)

  let home: TemporaryHome
  let time: ManualClock
  let feature: OrdersFeature
  let host: AppHost
  /// The app's data, past the app: what a test puts here, the app finds at its next start.
  let data: AppData

  init(groups: [String] = [OrdersFeature.group], id: String = "net.cleanslate.tests.orders") throws {
    try self.init(groups: groups, id: id, home: TemporaryHome())
  }

  init(groups: [String], id: String, home: TemporaryHome, appName: String = "Tests") throws {
    self.home = home
    time = ManualClock(Self.noon)
    feature = OrdersFeature(appName: appName)
    host = AppHost(
      AppDefinition(
        name: "Sample", version: "1", id: id, groups: groups, linkScheme: "storefront", feature: feature),
      container: try AppContainer.open(
        AppIdentity(id: id, groups: groups), in: BaseDirectories(environment: home.environment)),
      clock: time.clock)
    data = host.container.open(gate: WriteGate(), now: time.clock.now)
  }

  /// Starts the app, on the data of a situation where one is named.
  func start(_ situation: String? = nil, link: String? = nil, locale: String = "en_US") async throws {
    if let situation { try prepare(situation) }
    var environment = home.environment
    environment["LC_ALL"] = locale
    try await host.restart(
      with: LaunchConfiguration(arguments: link.map { ["--open", $0] } ?? [], environment: environment))
  }

  func prepare(_ situation: String) throws {
    try #require(feature.situations.first { $0.name == situation }).prepare(data)
  }

  func perform(_ actions: Action...) async throws {
    for action in actions {
      try host.perform(action)
      #expect(await host.settle(timeout: .seconds(600)) == [])
    }
  }

  /// Places an order as the shop would.
  @discardableResult
  func place(_ order: PlacedOrder = placed) throws -> Int {
    try #require(host.environment?.services.find((any OrderReceiver).self)).receive(order)
  }

  func file(_ number: Int) throws -> String {
    String(decoding: try data.files.documents.read("orders/\(number).json"), as: UTF8.self)
  }

  /// Makes every write of the running app fail.
  func closeGate() { host.environment?.gate.close("the test says so") }

  func session() throws -> OrdersSession { try #require(host.session as? OrdersSession) }

  var screen: String? { host.tree.screen?.identifier }

  var alert: String? { host.tree.first { $0.role == .alert }?.identifier }

  func label(_ identifier: String) -> String? { host.tree.first(withIdentifier: identifier)?.label }

  func has(_ identifier: String) -> Bool { host.tree.first(withIdentifier: identifier) != nil }

  /// The orders in the list, in order.
  var rows: [String] {
    host.tree.allElements.filter { $0.role == .cell }.map { "\($0.label) | \($0.value ?? "")" }
  }
}
