import AccountFeature
package import AppRuntime
package import FeatureFlags
import OnboardingFeature
import OrdersFeature
import SettingsScreens
import ShopFeature
import URLSessionClient

/// The whole product: onboarding, then sign-in, then a tab for each feature.
package struct StorefrontFeature: FeaturePlugin {
  private let onboarding = OnboardingFeature()
  private let account = AccountFeature()
  private let shop = ShopFeature()
  private let orders: OrdersFeature
  private let settings: SettingsFeature

  package init(appName: String, version: String) {
    orders = OrdersFeature(appName: appName)
    settings = SettingsFeature(appName: appName, version: version)
  }

  private var features: [any FeaturePlugin] { [onboarding, account, shop, orders, settings] }

  package var flags: [FlagDeclaration] { features.flatMap(\.flags) }
  package var launchOptions: [LaunchOption] { features.flatMap(\.launchOptions) }

  package var linkedPlaces: [LinkedPlace] { features.flatMap(\.linkedPlaces) }

  /// The situations of all features, each with the steps that a user must have taken to get there.
  package var situations: [Situation] {
    let onboarded = onboarding.situations.map { $0.following([], topic: "Onboarding") }
    let signedIn = AccountFeature.userAlreadyLoggedIn.following(onboarded, topic: StorefrontTab.account.label)
    let others = account.situations.filter { $0.name != signedIn.name }
    return onboarded + [signedIn] + others.map { $0.following(onboarded, in: .account) }
      + shop.situations.map { $0.following([signedIn], in: .shop) }
      + orders.situations.map { $0.following([signedIn], in: .orders) }
  }

  package func check(_ launch: LaunchConfiguration) throws {
    for feature in features { try feature.check(launch) }
  }

  package func makeSession(in environment: AppEnvironment) throws -> any FeatureSession {
    let sessions = StorefrontSessions(
      onboarding: onboarding.makeSession(in: environment), shop: try shop.makeSession(in: environment),
      orders: orders.makeSession(in: environment), account: try account.makeSession(in: environment),
      settings: settings.makeSession(in: environment))
    return StorefrontSession(sessions, environment: environment)
  }
}

extension Situation {
  fileprivate func following(_ earlier: [Situation], in tab: StorefrontTab) -> Situation {
    following(earlier, topic: tab.label, opening: tab.place)
  }
}

extension AppDefinition {
  /// Defines the product with a name and an id; all apps made of it share one group.
  package static func storefront(name: String, id: String) -> AppDefinition {
    let version = "0.1.0"
    return AppDefinition(
      name: name, version: version,
      summary: "Brings the kitchens of the neighbourhood to the table: menu, basket, orders and account.",
      id: id, groups: [OrdersFeature.group], linkScheme: "storefront",
      feature: StorefrontFeature(appName: name, version: version), network: .urlSession)
  }
}
