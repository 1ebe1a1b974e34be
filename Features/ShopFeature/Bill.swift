import Foundation
import StorefrontContracts

/// What a basket costs, and why.
nonisolated struct Bill: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    let item: Catalog.Item
    let line: Basket.Line

    var name: String { item.name(with: line.choices) }
    var unitPrice: Int { item.price(with: line.choices) }
    var price: Int { unitPrice * line.quantity }
  }

  let entries: [Entry]
  let subtotal: Int
  let voucher: Voucher?
  let discount: Int
  let deliveryFee: Int
  /// How much is missing to the value below which nothing is delivered.
  let missing: Int

  init(_ basket: Basket, in catalog: Catalog, at now: Date) {
    entries = basket.lines.compactMap { line in catalog.item(line.item).map { Entry(item: $0, line: line) } }
    subtotal = entries.reduce(0) { $0 + $1.price }
    voucher = catalog.vouchers.first { $0.code == basket.voucher && !$0.hasExpired(at: now) }
    discount = voucher?.discount(on: subtotal) ?? 0
    missing = max(0, catalog.delivery.minimum - subtotal)
    deliveryFee = subtotal - discount >= catalog.delivery.freeFrom ? 0 : catalog.delivery.fee
  }

  var total: Int { subtotal - discount + deliveryFee }
}

/// Why a voucher cannot be used.
nonisolated enum VoucherProblem: Error, Equatable {
  case unknown(String)
  case expired(String)
  case belowMinimum(String, minimum: Int)

  /// The problem in words, for the person who typed the code.
  func text(_ format: ShopFormat) -> String {
    switch self {
    case .unknown(""): "Type the code of your voucher first."
    case .unknown(let code): "There is no voucher \(code)."
    case .expired(let code): "The voucher \(code) has expired."
    case .belowMinimum(let code, let minimum):
      "The voucher \(code) is for baskets from \(format.price(minimum))."
    }
  }
}

nonisolated extension Catalog {
  /// Finds the voucher with the code that somebody typed, and checks it against the subtotal.
  func voucher(typed text: String, for subtotal: Int, at now: Date) throws(VoucherProblem) -> Voucher {
    let code = text.filter { !$0.isWhitespace }.uppercased()
    guard let voucher = vouchers.first(where: { $0.code == code }) else { throw .unknown(code) }
    if voucher.hasExpired(at: now) { throw .expired(code) }
    if subtotal < voucher.minimum { throw .belowMinimum(code, minimum: voucher.minimum) }
    return voucher
  }
}

/// A code that makes a basket cheaper.
nonisolated struct Voucher: Sendable, Equatable, Decodable {
  let code: String
  /// The discount in percent of the basket's value.
  let percent: Int?
  /// The discount in the smallest unit of the currency.
  let amount: Int?
  /// The basket's value from which the voucher can be used.
  let minimum: Int
  /// When the voucher expires, in seconds since 1970.
  let expires: Double?

  /// The discount on a basket of the value, half a unit rounded up, and never more than the whole value.
  func discount(on subtotal: Int) -> Int {
    guard subtotal >= minimum else { return 0 }
    if let percent { return min(subtotal, (subtotal * percent + 50) / 100) }
    return min(subtotal, amount ?? 0)
  }

  func hasExpired(at now: Date) -> Bool { expires.map { now.timeIntervalSince1970 >= $0 } ?? false }
}

nonisolated extension PlacedOrder.Line {
  static func itemID(of item: String, with choices: [String]) -> String {
    ([item] + choices).joined(separator: "+")
  }

  /// The item's identifier, and those of its choices.
  var parts: (item: String, choices: [String]) {
    let words = itemID.split(separator: "+").map(String.init)
    return (words.first ?? "", Array(words.dropFirst()))
  }
}

nonisolated extension PlacedOrder {
  /// Makes an order of what is in the basket.
  init(_ bill: Bill, _ catalog: Catalog, at time: Date) {
    self.init(
      lines: bill.entries.map { entry in
        Line(
          itemID: Line.itemID(of: entry.item.id, with: entry.line.choices), name: entry.name,
          quantity: entry.line.quantity, unitPrice: entry.unitPrice)
      },
      total: bill.total, currency: catalog.currency, placedAt: time)
  }
}
