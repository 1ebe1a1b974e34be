package import AppRuntime

/// Keeps what was ordered: the history, what each order was, and what the person says about it.
package struct OrdersFeature: FeaturePlugin {
  /// The group of apps that tell one another of their latest orders.
  package nonisolated static let group = "group.net.cleanslate.storefront"

  package let id: FeatureID = "orders"
  package var situations: [Situation] { OrderSituations(now: clock.now).all }

  private let appName: String
  private let clock: AppClock

  /// Creates the feature of the app with the name, by which other apps of the group show its latest order.
  ///
  /// The clock dates the orders of the situations; a running session has its environment's.
  package init(appName: String = "Storefront", clock: AppClock = .system) {
    self.appName = appName
    self.clock = clock
  }

  package func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    OrdersSession(environment: environment, appName: appName)
  }
}
