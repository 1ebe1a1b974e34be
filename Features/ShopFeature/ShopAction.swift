import AppRuntime
import ElementTree

/// What can be pressed in the shop.
nonisolated enum ShopAction: RawRepresentable {
  case button(ShopButton)
  case category(String)
  case item(String)
  case choice(String)
  /// The line of the basket at the index.
  case line(Int)
  /// The delivery time at the index of those that are shown. The time itself would be another identifier each day.
  case time(Int)
  case payment(DeliveryDetails.Payment)

  private enum Family: String, IdentifierFamily { case category, item, choice, line, time, payment }

  init?(rawValue: String) {
    let action: Self? =
      if let button = ShopButton(rawValue: rawValue) {
        .button(button)
      } else if let (family, member) = Family.split(rawValue) {
        switch family {
        case .category: .category(member)
        case .item: .item(member)
        case .choice: .choice(member)
        case .line: Int(member).map(Self.line)
        case .time: Int(member).map(Self.time)
        case .payment: DeliveryDetails.Payment(rawValue: member).map(Self.payment)
        }
      } else {
        nil
      }
    guard let action else { return nil }
    self = action
  }

  var rawValue: String {
    switch self {
    case .button(let button): button.rawValue
    case .category(let id): Family.category.identifier(of: id)
    case .item(let id): Family.item.identifier(of: id)
    case .choice(let id): Family.choice.identifier(of: id)
    case .line(let index): Family.line.identifier(of: index)
    case .time(let index): Family.time.identifier(of: index)
    case .payment(let payment): Family.payment.identifier(of: payment.rawValue)
    }
  }
}

nonisolated enum ShopButton: String {
  case retry, fewer, more, checkout
  case clearSearch = "clear-search"
  case toMenu = "to-menu"
  case openBasket = "open-basket"
  case add = "add-to-basket"
  case remove = "remove-line"
  case applyVoucher = "apply-voucher"
  case removeVoucher = "remove-voucher"
  case goOn = "go-on"
  case placeOrder = "place-order"
  case soon = "time-soon"
}

/// The fields of the shop.
nonisolated enum ShopField: String {
  case search = "menu-search"
  case voucher = "voucher-code"
  case name = "delivery-name"
  case street = "delivery-street"
  case postcode = "delivery-postcode"
  case city = "delivery-city"
}

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
  /// Shown after an order, with its number if a feature keeps orders.
  case thanks(order: Int?)
}

nonisolated extension ShopRoute {
  /// Returns the screens on top of the menu that a link opens, or nil if it is not a link to the shop.
  ///
  /// The places are `shop`, `shop/categories/pizza`, `shop/items/ramen`, `shop/basket`, `shop/basket/1` for its first
  /// line, `shop/checkout` and `shop/checkout/payment`.
  static func path(for link: DeepLink, usesOnePage: Bool) -> [ShopRoute]? {
    guard link.path.first == "shop" else { return nil }
    let words = Array(link.path.dropFirst())
    switch (words.first, words.count) {
    case (nil, _): return []
    case ("categories", 2): return [.category(words[1])]
    case ("items", 2): return [.item(words[1])]
    case ("basket", 1): return [.basket]
    case ("basket", 2):
      guard let number = Int(words[1]), number > 0 else { return nil }
      return [.basket, .line(number - 1)]
    case ("checkout", 1): return usesOnePage ? [.basket, .onePageCheckout] : [.basket, .checkout(.address)]
    case ("checkout", 2):
      guard let step = CheckoutStep(rawValue: words[1]) else { return nil }
      return [.basket] + (usesOnePage ? [.onePageCheckout] : step.path.map(ShopRoute.checkout))
    default: return nil
    }
  }
}
