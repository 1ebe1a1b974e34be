import AppRuntime

/// The screens of the feature.
nonisolated enum ShopRoute: Hashable, Sendable {
  case menu
  case category(String)
  case item(String)
  case basket
  case line(Int)
  case checkout(CheckoutStep)
  /// All steps of the checkout on one page.
  case onePageCheckout
  /// After an order, with its number where somebody keeps orders.
  case thanks(order: Int?)
}

nonisolated extension ShopRoute {
  static let root = "storefront://shop"

  /// Reads a link and returns the screens above the menu that lead there.
  ///
  /// The links are `storefront://shop`, `…/categories/pizza`, `…/items/ramen`, `…/basket`, `…/basket/1` for its first
  /// line, `…/checkout` and `…/checkout/payment`.
  static func path(for link: DeepLink, usesOnePage: Bool) -> [ShopRoute]? {
    guard link.scheme == "storefront", link.path.first == "shop" else { return nil }
    let words = Array(link.path.dropFirst())
    switch (words.first, words.count) {
    case (nil, _): return []
    case ("categories", 2): return [.category(words[1])]
    case ("items", 2): return [.item(words[1])]
    case ("basket", 1): return [.basket]
    case ("basket", 2): return Int(words[1]).map { [.basket, .line($0 - 1)] }
    case ("checkout", 1): return usesOnePage ? [.basket, .onePageCheckout] : [.basket, .checkout(.address)]
    case ("checkout", 2):
      guard let step = CheckoutStep(rawValue: words[1]) else { return nil }
      return [.basket] + (usesOnePage ? [.onePageCheckout] : step.path.map(ShopRoute.checkout))
    default: return nil
    }
  }
}
