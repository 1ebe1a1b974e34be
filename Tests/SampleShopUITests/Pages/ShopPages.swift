import AppDriver

/// The launch arguments that lead past the sample's start page.
let pastStartPage = ["--from", "here"]

final class MenuPage: PageObject {
  override var identifier: String { "menu" }

  var search: AppElement { app.textFields["menu-search"] }
  var nothingFound: AppElement { app.staticTexts["no-dish"] }
  var closed: AppElement { app.staticTexts["menu-empty"] }
  var notice: AppElement { app.staticTexts["notice"] }
  var basketButton: AppElement { app.buttons["open-basket"] }

  func find(_ words: String) throws -> MenuPage {
    try search.replaceText(words)
    return self
  }

  func open(_ dish: String) throws -> DishPage {
    try app.cells["item-\(dish)"].tap()
    return try DishPage(app).waitUntilShown()
  }

  func openBasket() throws -> BasketPage {
    try basketButton.tap()
    return try BasketPage(app).waitUntilShown()
  }
}

final class DishPage: PageObject {
  override var identifier: String { "item" }

  var add: AppElement { app.buttons["add-to-basket"] }

  /// Chooses one of several.
  func choose(_ choice: String) throws -> DishPage {
    try app.radioButtons["choice-\(choice)"].tap()
    return self
  }

  /// Adds one of the extras.
  func with(_ extra: String) throws -> DishPage {
    try app.switches["choice-\(extra)"].tap()
    return self
  }

  func more() throws -> DishPage {
    try app.buttons["more"].tap()
    return self
  }
}

final class BasketPage: PageObject {
  override var identifier: String { "basket" }

  var isEmpty: Bool { app.staticTexts["basket-empty"].exists }
  var total: AppElement { app.cells["Total"] }
  var notice: AppElement { app.staticTexts["notice"] }
  var checkOut: AppElement { app.buttons["checkout"] }

  func line(_ index: Int) -> AppElement { app.cells["line-\(index)"] }

  func use(voucher: String) throws {
    try app.textFields["voucher-code"].replaceText(voucher)
    try app.buttons["apply-voucher"].tap()
  }
}

/// The checkout, in steps or on one page.
class CheckoutPage: PageObject {
  var goOn: AppElement { app.buttons["go-on"] }
  var order: AppElement { app.buttons["place-order"] }
  var notice: AppElement { app.staticTexts["notice"] }

  func problem(_ field: String) -> AppElement { app.staticTexts["delivery-\(field)-problem"] }

  func fillInAddress() throws {
    for (field, text) in [
      ("name", "Ada"), ("street", "Dorset Street 1"), ("postcode", "10997"), ("city", "Berlin"),
    ] { try app.textFields["delivery-\(field)"].typeText(text) }
  }

  func pay(_ payment: String) throws { try app.radioButtons["payment-\(payment)"].tap() }
}

final class AddressPage: CheckoutPage {
  override var identifier: String { "checkout-address" }
}

final class ConfirmPage: CheckoutPage {
  override var identifier: String { "checkout-confirm" }
}

final class OnePageCheckout: CheckoutPage {
  override var identifier: String { "checkout" }
}

final class ThanksPage: PageObject {
  override var identifier: String { "thanks" }
}

final class MenuErrorPage: PageObject {
  override var identifier: String { "menu-error" }

  var reason: AppElement { app.staticTexts["reason"] }
  var retry: AppElement { app.buttons["retry"] }
}

final class SlowMenuPage: PageObject {
  override var identifier: String { "menu-slow" }
}
