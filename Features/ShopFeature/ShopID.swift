/// The identifiers of what can be acted on, in one place.
nonisolated enum ShopID {
  static let search = "menu-search"
  static let clearSearch = "clear-search"
  static let retry = "retry"
  static let toMenu = "to-menu"
  static let openBasket = "open-basket"
  static let fewer = "fewer"
  static let more = "more"
  static let add = "add-to-basket"
  static let remove = "remove-line"
  static let voucher = "voucher-code"
  static let applyVoucher = "apply-voucher"
  static let removeVoucher = "remove-voucher"
  static let checkout = "checkout"
  static let goOn = "go-on"
  static let placeOrder = "place-order"
  static let name = "delivery-name"
  static let street = "delivery-street"
  static let postcode = "delivery-postcode"
  static let city = "delivery-city"
  static let payment = "delivery-payment"
  static let soon = "time-soon"

  static func category(_ id: String) -> String { "category-" + id }
  static func item(_ id: String) -> String { "item-" + id }
  static func choice(_ id: String) -> String { "choice-" + id }
  static func line(_ index: Int) -> String { "line-\(index)" }
  /// A time by itself, so that what is tapped is what was seen.
  static func time(_ seconds: Double) -> String { "time-\(Int(seconds))" }
  static func payment(_ payment: DeliveryDetails.Payment) -> String { "payment-" + payment.rawValue }

  /// What follows the prefix in an identifier: `ramen` of `item-ramen`.
  static func rest(of identifier: String, after prefix: String) -> String? {
    identifier.hasPrefix(prefix) ? String(identifier.dropFirst(prefix.count)) : nil
  }
}
