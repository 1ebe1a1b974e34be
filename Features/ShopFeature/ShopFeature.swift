package import AppRuntime
package import FeatureFlags
import StorefrontContracts

/// Sells what the kitchens cook: the menu, the basket and the checkout.
package struct ShopFeature: FeaturePlugin {
  /// Shows the checkout on one page instead of in steps.
  package static let newCheckout = FeatureFlag(
    "shop.newCheckout", default: false, "Checks out on one page instead of step by step.")

  package let id: FeatureID = "shop"
  package var flags: [FlagDeclaration] { [Self.newCheckout.declaration] }
  package var launchOptions: [LaunchOption] { [.catalog, .catalogURL] }

  package init() {}

  package func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    let session = ShopSession(environment: environment)
    environment.services.provide(session, as: (any Reordering).self)
    session.load()
    return session
  }
}
