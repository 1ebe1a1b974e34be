import ElementTree
import StorefrontContracts

/// Shows what is in the basket, and what it costs.
struct BasketScreen: ElementConvertible {
  let bill: Bill
  let voucherText: String
  let isVoucherWrong: Bool
  let notice: Notice?
  let format: ShopFormat

  var element: Element {
    Screen("basket", title: "Basket", allowsBack: true) {
      List(id: "basket-lines") {
        for (index, entry) in bill.entries.enumerated() {
          Cell(
            "\(entry.line.quantity) × \(entry.name)", id: ShopAction.line(index),
            value: format.price(entry.price)
          )
        }
      }
      BillSummary(bill: bill, format: format)
      voucher
      if let voucher = bill.voucher, bill.subtotal < voucher.minimum {
        Text("\(voucher.code) counts from \(format.price(voucher.minimum)).", id: "voucher-minimum").traits(
          .warning)
      }
      if let notice { notice }
      checkout
    }.element
  }

  private var voucher: Element {
    Row {
      if let voucher = bill.voucher {
        Button("Remove voucher \(voucher.code)", id: ShopButton.removeVoucher)
      } else {
        TextField("Voucher", id: ShopField.voucher, text: voucherText, placeholder: "WELCOME10")
          .focused(isVoucherWrong)
        Button("Use it", id: ShopButton.applyVoucher)
      }
    }.element
  }

  private var checkout: Element {
    Group {
      bill.missingText(format)
      Button("Check out", id: ShopButton.checkout).traits(.primary).disabled(bill.missing > 0)
    }.element
  }
}

extension Bill {
  /// Says what is missing before the order can be brought.
  @ElementBuilder func missingText(_ format: ShopFormat) -> [Element] {
    if missing > 0 {
      Text("\(format.price(missing)) more, and the kitchens can bring it.", id: "below-minimum").traits(
        .warning)
    }
  }
}

/// Shown when the basket is empty.
struct EmptyBasketScreen: ElementConvertible {
  let notice: Notice?

  var element: Element {
    Screen("basket", title: "Basket", allowsBack: true) {
      Text("Your basket is empty", id: "basket-empty").traits(.heading)
      Text("Choose something on the menu. It stays here until you order it.")
      if let notice { notice }
      Button("To the menu", id: ShopButton.toMenu).traits(.primary)
    }.element
  }
}

/// Shown in place of a basket that is kept while there is nothing on the menu.
struct ClosedKitchensScreen: ElementConvertible {
  var element: Element {
    Screen("basket", title: "Basket", allowsBack: true) {
      ClosedKitchens.words
      Text("Your basket is kept.").traits(.secondary)
    }.element
  }
}

/// Shows the subtotal, the voucher, the delivery fee and the total.
struct BillSummary: ElementConvertible {
  let bill: Bill
  let format: ShopFormat

  var element: Element {
    Group(id: "bill") {
      Cell("Subtotal", value: format.price(bill.subtotal))
      if let voucher = bill.voucher { Cell("Voucher \(voucher.code)", value: format.price(-bill.discount)) }
      Cell("Delivery", value: bill.deliveryFee == 0 ? "free" : format.price(bill.deliveryFee))
      Cell("Total", value: format.price(bill.total)).traits(.primary)
    }.element
  }
}

/// Shows one line of the basket, to be changed.
struct BasketLineScreen: ElementConvertible {
  let entry: Bill.Entry
  let notice: Notice?
  let format: ShopFormat

  var element: Element {
    Screen("basket-line", title: "Basket", allowsBack: true) {
      Group {
        Text(entry.name, id: "headline").traits(.heading)
        Text("\(format.price(entry.unitPrice)) each, \(format.price(entry.price)) together", id: "price")
          .traits(.secondary)
      }
      if let notice { notice }
      QuantityRow(quantity: entry.line.quantity)
      Button("Take it out", id: ShopButton.remove).traits(.destructive)
    }.element
  }
}
