import ElementTree

/// One question on the way to the order.
struct CheckoutScreen: ElementConvertible {
  let step: CheckoutStep
  let form: CheckoutForm
  let bill: Bill
  let notice: ShopNotice?

  var element: Element {
    Screen("checkout-\(step.rawValue)", title: "Checkout", allowsBack: true) {
      Progress(
        "Checkout", id: "progress", fraction: Double(step.path.count) / Double(CheckoutStep.allCases.count))
      Text(step.title, id: "headline").traits(.heading)
      switch step {
      case .address: form.address
      case .time: form.time
      case .payment: form.payment
      case .confirm:
        form.summary
        BillSummary(bill: bill, format: form.format)
      }
      if let notice { notice.element }
      if step == .confirm {
        OrderButton(bill: bill, format: form.format)
      } else {
        Button("Continue", id: ShopID.goOn).traits(.primary)
      }
    }.element
  }
}

/// All questions on one page.
struct OnePageCheckoutScreen: ElementConvertible {
  let form: CheckoutForm
  let bill: Bill
  let notice: ShopNotice?

  var element: Element {
    Screen("checkout", title: "Checkout", allowsBack: true) {
      section(.address, form.address)
      section(.time, [form.time])
      section(.payment, form.payment)
      BillSummary(bill: bill, format: form.format)
      if let notice { notice.element }
      OrderButton(bill: bill, format: form.format)
    }.element
  }

  private func section(_ step: CheckoutStep, _ content: [Element]) -> Element {
    Group {
      Text(step.title).traits(.heading)
      content
    }.element
  }
}

private struct OrderButton: ElementConvertible {
  let bill: Bill
  let format: ShopFormat

  var element: Element {
    Button("Order for \(format.price(bill.total))", id: ShopID.placeOrder).traits(.primary)
      .disabled(bill.missing > 0)
  }
}

/// The order is placed.
struct ThanksScreen: ElementConvertible {
  /// The order's number, where somebody keeps orders.
  let order: Int?
  let notice: ShopNotice?

  var element: Element {
    Screen("thanks", title: "Thank you", allowsBack: true) {
      Text("Enjoy your meal!", id: "headline").traits(.success)
      Text(
        order.map { "The kitchen has your order \($0)." } ?? "The kitchen has your order.", id: "order-number"
      )
      if order != nil { Text("Follow it under Orders.").traits(.secondary) }
      if let notice { notice.element }
      Button("To the menu", id: ShopID.toMenu).traits(.primary)
    }.element
  }
}
