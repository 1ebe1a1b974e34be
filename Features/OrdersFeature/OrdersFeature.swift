package import AppRuntime
import StorefrontContracts

/// Keeps the orders: their history, their details, and the user's notes and ratings.
package struct OrdersFeature: FeaturePlugin {
  /// The group of apps that show each other's latest orders.
  package nonisolated static let group = "group.net.cleanslate.storefront"

  package var situations: [Situation] { OrderSituations.all }

  package let linkedPlaces = [
    LinkedPlace("orders", "The history."),
    LinkedPlace("orders?search=ramen", "A search in the history."),
    LinkedPlace("orders/1001", "An order, if there is one with the number."),
    LinkedPlace("orders/1001/notes", "A new note on the order."),
    LinkedPlace("orders/1001/notes/1", "A note on the order, to be edited."),
  ]

  private let appName: String

  /// Creates the feature; other apps of the group show the latest order under `appName`.
  package init(appName: String = "Storefront") { self.appName = appName }

  package func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    let session = OrdersSession(environment: environment, appName: appName)
    environment.services.provide(session, as: (any OrderReceiver).self)
    environment.services.provide(session, as: (any OpenOrders).self)
    return session
  }
}
