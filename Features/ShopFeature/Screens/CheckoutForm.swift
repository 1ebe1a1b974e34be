import ElementTree
import Foundation

/// The questions of the checkout, for one page or several.
struct CheckoutForm {
  let details: DeliveryDetails
  let times: [Date]
  let problems: [String: String]
  let format: ShopFormat

  @ElementBuilder var address: [Element] {
    TextField("Name", id: ShopID.name, text: details.name)
    problem(of: ShopID.name)
    TextField("Street and number", id: ShopID.street, text: details.street)
    problem(of: ShopID.street)
    TextField("Postcode", id: ShopID.postcode, text: details.postcode)
    problem(of: ShopID.postcode)
    TextField("City", id: ShopID.city, text: details.city)
    problem(of: ShopID.city)
  }

  var time: Element {
    List(id: "delivery-times") {
      Cell("As soon as possible", id: ShopID.soon, value: details.time == nil ? "✓" : nil)
      for time in times {
        Cell(
          format.time(time), id: ShopID.time(time.timeIntervalSince1970), value: isChosen(time) ? "✓" : nil)
      }
    }.element
  }

  @ElementBuilder var payment: [Element] {
    List(id: "payments") {
      for payment in DeliveryDetails.Payment.allCases {
        Cell(payment.label, id: ShopID.payment(payment), value: details.payment == payment ? "✓" : nil)
      }
    }
    problem(of: ShopID.payment)
  }

  /// All answers in three lines.
  var summary: Element {
    Group(id: "answers") {
      Element(.cell, label: "To", value: "\(details.name), \(details.street)")
      Element(.cell, label: "", value: "\(details.postcode) \(details.city)")
      Element(.cell, label: "When", value: timeText)
      if let payment = details.payment { Element(.cell, label: "Payment", value: payment.label) }
    }.element
  }

  private var timeText: String {
    guard let time = details.time else { return "As soon as possible" }
    return "At " + format.time(Date(timeIntervalSince1970: time))
  }

  private func isChosen(_ time: Date) -> Bool { details.time == time.timeIntervalSince1970 }

  @ElementBuilder private func problem(of field: String) -> [Element] {
    if let problem = problems[field] { Text(problem, id: field + "-problem").traits(.failure) }
  }
}
