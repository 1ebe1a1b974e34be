package import AppRuntime
package import FeatureFlags
import StorefrontContracts

/// Sells what the kitchens cook: the menu, the basket and the checkout.
package struct ShopFeature: FeaturePlugin {
  /// Shows the checkout on one page instead of in steps.
  package static let newCheckout = FeatureFlag(
    "shop.newCheckout", default: false, "Checks out on one page instead of step by step.")

  package var flags: [FlagDeclaration] { [Self.newCheckout.declaration] }
  package var launchOptions: [LaunchOption] { [.catalog, .catalogURL] }

  package let linkedPlaces = [
    LinkedPlace("shop", "The menu."),
    LinkedPlace("shop?search=noodles", "A search in the menu."),
    LinkedPlace("shop/categories/pizza", "The dishes of a category."),
    LinkedPlace("shop/items/ramen", "A dish."),
    LinkedPlace("shop/basket", "The basket."),
    LinkedPlace("shop/basket/1", "The first line of the basket, if there is one."),
    LinkedPlace("shop/checkout", "The checkout."),
    LinkedPlace("shop/checkout/payment", "A step of the checkout: address, time, payment or confirm."),
  ]

  package init() {}

  package func check(_ launch: LaunchConfiguration) throws { _ = try CatalogChoice(launch) }

  package func makeSession(in environment: AppEnvironment) throws -> any FeatureSession {
    let session = try ShopSession(environment: environment)
    environment.services.provide(session, as: (any Reordering).self)
    session.load()
    return session
  }
}
