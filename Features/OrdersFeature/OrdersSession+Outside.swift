import AppData
import AppRuntime
import Foundation

extension OrdersSession: OrderReceiver {
  func receive(_ order: PlacedOrder) throws -> Int {
    var placed = order
    placed.placedAt = placed.placedAt.wholeSecond
    if let flaw = placed.flaw { throw OrderRefused(reason: flaw) }
    let order = Order(number: try store.claimNumber(), placed: placed)
    try store.save(order)
    history.put(order)
    look()
    return order.number
  }
}

extension OrdersSession: OpenOrders {
  var openOrderCount: Int { history.openCount(at: now) }
}

extension OrdersSession {
  /// How often the other apps are looked at while nothing happens in this one.
  private static let lookInterval: TimeInterval = 30

  /// Finds out how late it is, and brings what is seen of the orders from outside up to date.
  func look() {
    now = clock.now().wholeSecond
    do {
      let properties = store.data.properties
      let (open, shortcuts) = (openOrderCount, history.shortcuts)
      if try properties.badgeCount != open { try properties.setBadgeCount(open) }
      if try properties.shortcutItems != shortcuts { try properties.setShortcutItems(shortcuts) }
      let shared = try SharedOrders(store.data, app: appName)
      try shared?.publish(history.orders.first)
      latestElsewhere = try shared?.latestElsewhere()
      publishProblem = nil
    } catch {
      publishProblem = "Not everything is up to date: \(error)"
    }
  }

  /// Looks again whenever time alone has changed something.
  ///
  /// A task of the session, not of the environment's scope: the app is not busy while it only waits.
  func watchTheTime() -> Task<Void, Never> {
    Task { [weak self, clock] in
      while let pause = self?.pause {
        let before = clock.now()
        do { try await clock.wait(pause) } catch { return }
        // A clock that stands still changes nothing, however often it is looked at; one that is set back does.
        guard clock.now() != before else { return }
        self?.look()
      }
    }
  }

  private var pause: Duration {
    let current = clock.now()
    let change = history.nextChange(after: current)?.timeIntervalSince(current) ?? Self.lookInterval
    return .seconds(min(max(change, 0.01), Self.lookInterval))
  }
}

/// An order that was handed over cannot be kept.
nonisolated struct OrderRefused: Error, Equatable, CustomStringConvertible {
  let reason: String

  var description: String { "The order cannot be taken: \(reason)." }
}
