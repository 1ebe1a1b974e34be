import ElementTree
import Foundation
import StorefrontContracts

/// Shows one step of the checkout.
struct CheckoutScreen: ElementConvertible {
  let step: CheckoutStep
  let form: CheckoutForm
  let bill: Bill
  let notice: Notice?

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
      if let notice { notice }
      if step == .confirm {
        OrderButton(bill: bill, format: form.format)
      } else {
        Button("Continue", id: ShopButton.goOn).traits(.primary)
      }
    }.element
  }
}

/// Shows all steps of the checkout on one page.
struct OnePageCheckoutScreen: ElementConvertible {
  let form: CheckoutForm
  let bill: Bill
  let notice: Notice?

  var element: Element {
    Screen("checkout", title: "Checkout", allowsBack: true) {
      section(.address, form.address)
      section(.time, [form.time])
      section(.payment, form.payment)
      BillSummary(bill: bill, format: form.format)
      if let notice { notice }
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
    Group {
      bill.missingText(format)
      Button("Order for \(format.price(bill.total))", id: ShopButton.placeOrder).traits(.primary)
        .disabled(bill.missing > 0)
    }.element
  }
}

/// Says that the order is placed.
struct ThanksScreen: ElementConvertible {
  /// The order's number; nil when no feature of the app keeps orders.
  let order: Int?
  let notice: Notice?

  var element: Element {
    Screen("thanks", title: "Thank you", allowsBack: true) {
      Text("Enjoy your meal!", id: "headline").traits(.success)
      Text(
        order.map { "The kitchen has your order \($0)." } ?? "The kitchen has your order.", id: "order-number"
      )
      if order != nil { Text("Follow it under Orders.").traits(.secondary) }
      if let notice { notice }
      Button("To the menu", id: ShopButton.toMenu).traits(.primary)
    }.element
  }
}

/// The fields of the checkout, for one page or several.
struct CheckoutForm {
  let details: DeliveryDetails
  let times: [Date]
  let problems: [String: String]
  /// The identifier of what has to be put right first.
  let wrongField: String?
  let format: ShopFormat

  @ElementBuilder var address: [Element] {
    field("Name", .name, details.name)
    field("Street and number", .street, details.street)
    field("Postcode", .postcode, details.postcode)
    field("City", .city, details.city)
  }

  @ElementBuilder private func field(_ label: String, _ field: ShopField, _ text: String) -> [Element] {
    TextField(label, id: field, text: text).focused(wrongField == field.rawValue)
    problem(with: field.rawValue)
  }

  var time: Element {
    List(id: "delivery-times") {
      RadioButton("As soon as possible", id: ShopButton.soon, isChosen: details.time == nil)
      for (index, time) in times.enumerated() {
        RadioButton(format.time(time), id: ShopAction.time(index), isChosen: isChosen(time))
      }
    }.element
  }

  @ElementBuilder var payment: [Element] {
    List(id: "payments") {
      for payment in DeliveryDetails.Payment.allCases {
        RadioButton(
          payment.label, id: ShopAction.payment(payment), isChosen: details.payment == payment
        ).focused(wrongField == DeliveryDetails.Payment.identifier && payment == .allCases.first)
      }
    }
    problem(with: DeliveryDetails.Payment.identifier)
  }

  /// All answers in a few lines.
  var summary: Element {
    Group(id: "answers") {
      Cell("To", value: given([details.name, details.street], separator: ", "))
      Cell("City", value: given([details.postcode, details.city], separator: " "))
      Cell("When", value: timeText)
      Cell("Payment", value: given([details.payment?.label ?? ""], separator: ""))
    }.element
  }

  private func given(_ answers: [String], separator: String) -> String {
    let given = answers.filter { !$0.isEmpty }
    return given.isEmpty ? "Not given yet" : given.joined(separator: separator)
  }

  private var timeText: String {
    guard let time = details.time else { return "As soon as possible" }
    return "At " + format.time(Date(timeIntervalSince1970: time))
  }

  private func isChosen(_ time: Date) -> Bool { details.time == time.timeIntervalSince1970 }

  @ElementBuilder private func problem(with field: String) -> [Element] {
    if let problem = problems[field] { Text(problem, id: field + "-problem").traits(.failure) }
  }
}
