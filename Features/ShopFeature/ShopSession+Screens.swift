import AppRuntime
import ElementTree

extension ShopSession {
  /// The screen on top of what somebody has walked through.
  func screen(for catalog: Catalog) -> Element {
    let format = format(of: catalog)
    switch navigation.top {
    case .menu:
      return MenuScreen(
        catalog: catalog, search: search, found: catalog.items(matching: search, locale: locale),
        basket: bill(in: catalog),
        notice: notice, format: format
      ).element
    case .category(let id):
      guard let category = catalog.category(id) else { return GoneScreen().element }
      return CategoryScreen(
        category: category, items: catalog.items(in: category), basket: bill(in: catalog), notice: notice,
        format: format
      ).element
    case .item(let id):
      guard let item = catalog.item(id) else { return GoneScreen().element }
      return ItemScreen(item: item, choices: choices, quantity: quantity, format: format).element
    case .thanks(let order):
      return ThanksScreen(order: order, notice: notice).element
    case .basket, .line, .checkout, .onePageCheckout:
      return basketScreen(in: catalog, format)
    }
  }

  private func basketScreen(in catalog: Catalog, _ format: ShopFormat) -> Element {
    let bill = bill(in: catalog)
    guard !bill.entries.isEmpty else { return EmptyBasketScreen(notice: notice).element }
    let form = CheckoutForm(
      details: details, times: DeliveryTimes.offered(at: now), problems: problems, format: format)
    switch navigation.top {
    case .line(let index) where bill.entries.indices.contains(index):
      return LineScreen(entry: bill.entries[index], format: format).element
    case .checkout(let step):
      return CheckoutScreen(step: step, form: form, bill: bill, notice: notice).element
    case .onePageCheckout:
      return OnePageCheckoutScreen(form: form, bill: bill, notice: notice).element
    default:
      return BasketScreen(bill: bill, voucherText: voucherText, notice: notice, format: format).element
    }
  }
}
