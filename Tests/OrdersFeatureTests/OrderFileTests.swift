import AppRuntime
import Foundation
import StorefrontContracts
import Testing

@testable import OrdersFeature

@Suite("The file of an order")
struct OrderFileTests {
  static let current = """
    {"cancelledAt":"2026-05-04T12:02:00Z","currency":"EUR","lines":[{"itemID":"ramen","name":"Shoyu ramen",\
    "quantity":2,"unitPrice":1290}],"notes":[{"editedAt":"2026-05-04T12:09:00Z","id":3,"text":"大盛り / \\"x\\"",\
    "writtenAt":"2026-05-04T12:05:00Z"}],"number":1001,"placedAt":"2026-05-04T12:00:00Z","rating":4,\
    "total":2870,"version":2}
    """

  private let noon = Date(timeIntervalSince1970: 1_777_896_000)

  private var order: Order {
    Order(
      number: 1001,
      placed: PlacedOrder(
        lines: [.init(itemID: "ramen", name: "Shoyu ramen", quantity: 2, unitPrice: 1290)], total: 2870,
        currency: "EUR", placedAt: noon),
      cancelledAt: noon + 120, rating: 4,
      notes: [.init(id: 3, text: "大盛り / \"x\"", writtenAt: noon + 300, editedAt: noon + 540)])
  }

  @Test("holds all of it, and gives it back")
  func roundTrip() throws {
    #expect(String(decoding: try OrderFile.encode(order), as: UTF8.self) == Self.current)
    let reading = try OrderFile.decode(Data(Self.current.utf8), number: 1001)
    #expect(reading == OrderFile.Reading(order: order, isCurrent: true))
  }

  @Test("of the version before is understood: other names, seconds, one comment, no stars for no rating")
  func versionOne() throws {
    let text = """
      {"version":1,"id":1001,"items":[{"sku":"ramen","title":"Shoyu ramen","count":2,"price":1290}],"sum":2870,\
      "currency":"EUR","date":1777896000,"cancelled":true,"comment":" Hot! ","stars":0}
      """
    var expected = order
    expected.cancelledAt = noon
    expected.rating = nil
    expected.notes = [OrderNote(id: 1, text: "Hot!", writtenAt: noon)]
    #expect(
      try OrderFile.decode(Data(text.utf8), number: 1001)
        == OrderFile.Reading(order: expected, isCurrent: false))
  }

  @Test(
    "is refused with the reason when it holds no order",
    arguments: [
      ("", "it is not in the form of an order"),
      ("[1]", "its \"\" is of another kind"),
      ("{\"version\":0}", "no version 0 was ever written"),
      ("{\"version\":\"2\"}", "its \"version\" is of another kind"),
      ("{\"version\":2}", "it has no \"number\""),
      (current.replacing("\"number\":1001", with: "\"number\":1002"), "it holds order 1002"),
      (current.replacing("\"rating\":4", with: "\"rating\":6"), "6 is no rating from 1 to 5"),
      (current.replacing("\"quantity\":2", with: "\"quantity\":0"), "0 is not a quantity of \"Shoyu ramen\""),
      (
        current.replacing("\"unitPrice\":1290", with: "\"unitPrice\":9223372036854775807"),
        "9223372036854775807 is not a price of \"Shoyu ramen\""
      ),
      (current.replacing("\"total\":2870", with: "\"total\":-1"), "-1 is not a total"),
      (current.replacing("EUR", with: "euro"), "\"euro\" is not a currency; a good one looks like \"EUR\""),
      (
        current.replacing("2026-05-04T12:00", with: "9999-05-04T12:00"),
        "it was placed at no time that can be"
      ),
      (current.replacing("\"id\":3", with: "\"id\":0"), "one of its notes has no good id"),
      (String(current.dropLast(40)), "it is not in the form of an order"),
    ])
  func malformed(text: String, reason: String) {
    #expect(throws: OrderFileError.malformed(reason)) {
      try OrderFile.decode(Data(text.utf8), number: 1001)
    }
  }

  @Test("of a newer app is told from a damaged one")
  func newer() {
    #expect(throws: OrderFileError.newer(3)) {
      try OrderFile.decode(Data("{\"version\":3,\"new\":true}".utf8), number: 1001)
    }
  }
}
