import Foundation
import Testing

@testable import ShopFeature

@Suite("A basket")
struct BasketTests {
  private let catalog: Catalog
  private let noon = Date(timeIntervalSince1970: 1_777_896_000)

  init() throws { catalog = try BundledCatalog.bundled.read() }

  private func basket(_ items: (String, Int)..., voucher: String? = nil) -> Basket {
    Basket(
      lines: items.map { id, quantity in
        .init(item: id, choices: catalog.item(id)?.firstChoices ?? [], quantity: quantity)
      }, voucher: voucher)
  }

  @Test("has one line for the same dish with the same choices")
  func add() {
    var basket = Basket()
    basket.add("ramen", choices: ["regular"], quantity: 1)
    basket.add("ramen", choices: ["large"], quantity: 1)
    basket.add("ramen", choices: ["regular"], quantity: 98)
    basket.add("ramen", choices: ["regular"], quantity: 5)
    #expect(
      basket.lines == [
        .init(item: "ramen", choices: ["regular"], quantity: 99),
        .init(item: "ramen", choices: ["large"], quantity: 1),
      ])
  }

  @Test("loses a line with its last dish")
  func change() {
    var basket = basket(("gyoza", 2), ("bread", 1))
    basket.change(0, by: -1)
    #expect(basket.lines.map(\.quantity) == [1, 1])
    basket.change(0, by: -1)
    #expect(basket.lines.map(\.item) == ["bread"])
    basket.change(7, by: 1)
    #expect(basket.lines.map(\.item) == ["bread"])
  }

  @Test("loses what the menu does not have any more, and says so")
  func keepOnly() {
    var basket = basket(("gyoza", 1), ("haggis", 1), ("bread", 0), voucher: "GONE")
    basket.lines.append(.init(item: "ramen", choices: [], quantity: 1))
    let hasLost = basket.keepOnly(what: catalog)
    #expect(hasLost)
    #expect(basket == Basket(lines: [.init(item: "gyoza", choices: [], quantity: 1)]))
    let losesMore = basket.keepOnly(what: catalog)
    #expect(!losesMore)
  }

  @Test(
    "costs what is in it, less the voucher, and the delivery below its threshold",
    arguments: [
      (["bread": 1], nil, 350, 0, 290, 650), (["gyoza": 2], nil, 1160, 0, 290, 0),
      (["ramen": 2], nil, 2580, 0, 0, 0), (["ramen": 2], "WELCOME10", 2580, 258, 290, 0),
      (["margherita": 1], "WELCOME10", 950, 0, 290, 50), (["ramen": 3], "FIVEOFF", 3870, 500, 0, 0),
      (["ramen": 2], "SUMMER24", 2580, 0, 0, 0),
    ] as [([String: Int], String?, Int, Int, Int, Int)])
  func bill(
    items: [String: Int], voucher: String?, subtotal: Int, discount: Int, delivery: Int, missing: Int
  ) {
    var basket = Basket(voucher: voucher)
    for (id, quantity) in items {
      basket.add(id, choices: catalog.item(id)?.firstChoices ?? [], quantity: quantity)
    }
    let bill = Bill(basket, in: catalog, at: noon)
    #expect(bill.subtotal == subtotal)
    #expect(bill.discount == discount)
    #expect(bill.deliveryFee == delivery)
    #expect(bill.missing == missing)
    #expect(bill.total == subtotal - discount + delivery)
  }

  @Test("rounds half a unit of a discount up, and takes off no more than there is")
  func rounding() {
    let percent = Voucher(code: "A", percent: 10, amount: nil, minimum: 0, expires: nil)
    #expect(percent.discount(on: 1005) == 101)
    #expect(percent.discount(on: 1004) == 100)
    let amount = Voucher(code: "A", percent: nil, amount: 500, minimum: 0, expires: nil)
    #expect(amount.discount(on: 300) == 300)
  }

  @Test("takes a voucher however it is typed, and says why another cannot be used")
  func vouchers() throws {
    func find(_ text: String, _ subtotal: Int) throws(VoucherProblem) -> String {
      try catalog.voucher(typed: text, for: subtotal, at: noon).code
    }
    #expect(try find(" welcome 10 ", 1500) == "WELCOME10")
    #expect(throws: VoucherProblem.unknown("NOPE")) { try find("nope", 1500) }
    #expect(throws: VoucherProblem.unknown("")) { try find(" ", 1500) }
    #expect(throws: VoucherProblem.expired("SUMMER24")) { try find("summer24", 1500) }
    #expect(throws: VoucherProblem.belowMinimum("WELCOME10", minimum: 1500)) { try find("welcome10", 1499) }
  }

  @Test("with a voucher that expires loses it at that moment, not before")
  func expiry() {
    let voucher = Voucher(code: "A", percent: 10, amount: nil, minimum: 0, expires: 1000)
    #expect(!voucher.hasExpired(at: Date(timeIntervalSince1970: 999.9)))
    #expect(voucher.hasExpired(at: Date(timeIntervalSince1970: 1000)))
  }
}
