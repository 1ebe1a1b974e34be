import ElementTree

/// The features that are one tap away from each other.
nonisolated enum StorefrontTab: String, CaseIterable {
  case shop, orders, account, settings

  private static let prefix = "tab-"

  init?(identifier: String) {
    guard identifier.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(identifier.dropFirst(Self.prefix.count)))
  }

  var identifier: String { Self.prefix + rawValue }

  /// The link to the tab's first screen.
  var link: String { "storefront://" + rawValue }

  var label: String {
    switch self {
    case .shop: "Menu"
    case .orders: "Orders"
    case .account: "Account"
    case .settings: "Settings"
    }
  }
}

/// The row of tabs below every screen.
struct StorefrontTabBar: ElementConvertible {
  let selected: StorefrontTab?
  let openOrders: Int

  var element: Element {
    TabBar(id: "tabs") {
      for tab in StorefrontTab.allCases {
        Tab(
          tab.label, id: tab.identifier, isSelected: tab == selected,
          badge: tab == .orders && openOrders > 0 ? "\(openOrders)" : nil)
      }
    }.element
  }
}
