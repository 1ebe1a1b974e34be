import Foundation

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
  let voucher: Voucher?
  let discount: Int
  let deliveryFee: Int
  /// How much is missing until anything is brought.
  let missing: Int

  init(_ basket: Basket, in catalog: Catalog, at now: Date) {
    entries = basket.lines.compactMap { line in catalog.item(line.item).map { Entry(item: $0, line: line) } }
    let subtotal = entries.reduce(0) { $0 + $1.price }
    voucher = catalog.vouchers.first { $0.code == basket.voucher && !$0.hasExpired(at: now) }
    discount = voucher?.discount(on: subtotal) ?? 0
    missing = max(0, catalog.delivery.minimum - subtotal)
    deliveryFee = subtotal - discount >= catalog.delivery.freeFrom ? 0 : catalog.delivery.fee
  }

  var subtotal: Int { entries.reduce(0) { $0 + $1.price } }
  var total: Int { subtotal - discount + deliveryFee }
}

/// Why a voucher cannot be used.
nonisolated enum VoucherProblem: Error, Equatable {
  case unknown(String)
  case expired(String)
  case belowMinimum(String, minimum: Int)

  /// Finds the voucher that somebody typed, for a basket of the value.
  static func voucher(
    typed text: String, for subtotal: Int, in catalog: Catalog, at now: Date
  ) throws(VoucherProblem) -> Voucher {
    let code = text.filter { !$0.isWhitespace }.uppercased()
    guard let voucher = catalog.vouchers.first(where: { $0.code == code }) else { throw .unknown(code) }
    if voucher.hasExpired(at: now) { throw .expired(code) }
    if subtotal < voucher.minimum { throw .belowMinimum(code, minimum: voucher.minimum) }
    return voucher
  }
}
