import Foundation
import Testing

@testable import ShopFeature

@Suite("The checkout")
struct CheckoutTests {
  private let whole = DeliveryDetails(
    name: "Ada", street: "Dorset Street 1", postcode: "W1U 4EG", city: "London", payment: .cash)

  @Test("asks for what a courier needs")
  func address() {
    #expect(
      DeliveryDetails().problems(in: .address) == [
        "delivery-name": "Who is it for?", "delivery-street": "Which street?",
        "delivery-postcode": "A postcode looks like \"10997\".", "delivery-city": "Which city?",
      ])
    #expect(whole.problems(in: .address) == [:])
    var details = whole
    details.street = "Dorset Street"
    #expect(details.problems(in: .address) == ["delivery-street": "The number of the house is missing."])
    details.street = "ドーセット通り１"
    details.postcode = "12"
    #expect(details.problems(in: .address) == ["delivery-postcode": "A postcode looks like \"10997\"."])
  }

  @Test("asks how to pay, and looks at everything once more at the end")
  func payment() {
    var details = whole
    details.payment = nil
    details.city = " "
    #expect(details.problems(in: .payment) == ["delivery-payment": "Please choose how you pay."])
    #expect(details.problems(in: .time) == [:])
    #expect(details.problems(in: .confirm).keys.sorted() == ["delivery-city", "delivery-payment"])
  }

  @Test("offers full half hours that the kitchen can keep")
  func times() {
    let noon = Date(timeIntervalSince1970: 1_777_896_000)
    let minutes = DeliveryTimes.offered(at: noon, in: .gmt).map { $0.timeIntervalSince(noon) / 60 }
    #expect(minutes == [60, 90, 120, 150, 180, 210])
    #expect(DeliveryTimes.offered(at: noon + 21 * 60, in: .gmt).first == noon + 90 * 60)
    #expect(DeliveryTimes.isPossible(noon + 40 * 60, at: noon))
    #expect(!DeliveryTimes.isPossible(noon + 39 * 60, at: noon))
  }

  @Test(
    "offers half hours that are full on the clocks of the place", arguments: [20_700, 45_900, -12_600, 3600])
  func zones(offset: Int) throws {
    let zone = try #require(TimeZone(secondsFromGMT: offset))
    let now = Date(timeIntervalSince1970: 1_777_896_000)
    let times = DeliveryTimes.offered(at: now, in: zone)
    #expect(times.allSatisfy { Int($0.timeIntervalSince1970 + Double(offset)) % 1800 == 0 })
    #expect(times.allSatisfy { DeliveryTimes.isPossible($0, at: now) })
    #expect(times[0] < now + 70 * 60)
  }

  @Test("has four steps in order")
  func steps() {
    #expect(CheckoutStep.payment.path == [.address, .time, .payment])
    #expect(CheckoutStep.payment.next == .confirm)
    #expect(CheckoutStep.confirm.next == nil)
  }
}
