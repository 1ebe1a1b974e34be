import Foundation

/// A code that makes a basket cheaper.
nonisolated struct Voucher: Sendable, Equatable, Decodable {
  let code: String
  /// What is taken off, in percent of the value of the basket.
  let percent: Int?
  /// What is taken off, in the smallest unit of the currency.
  let amount: Int?
  /// Below which value of the basket the voucher takes nothing off.
  let minimum: Int
  /// When it is worth nothing any more, in seconds since 1970.
  let expires: Double?

  /// What is taken off a basket of the value, half a unit rounded up, and never more than all of it.
  func discount(on subtotal: Int) -> Int {
    guard subtotal >= minimum else { return 0 }
    if let percent { return min(subtotal, (subtotal * percent + 50) / 100) }
    return min(subtotal, amount ?? 0)
  }

  func hasExpired(at now: Date) -> Bool { expires.map { now.timeIntervalSince1970 >= $0 } ?? false }
}
