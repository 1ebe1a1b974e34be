package import Foundation
import Synchronization

/// An amount in the smallest unit of a currency: 1290 and `EUR` are 12 euros and 90 cents.
package nonisolated struct Money: Sendable, Hashable {
  package var amount: Int
  /// The currency's code: `EUR`.
  package var currency: String

  package init(_ amount: Int, _ currency: String) {
    self.amount = amount
    self.currency = currency
  }

  /// Whether it is the code of a currency, such as `EUR`.
  package static func isCurrency(_ code: String) -> Bool {
    code.utf8.count == 3 && code.utf8.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains)
  }

  /// Returns the amount as people of the locale write it.
  package func formatted(for locale: Locale) -> String {
    let exponent = -Self.knownPlaces.withLock { known in
      if let places = known[currency] { return places }
      let places = Self.decimalPlaces(of: currency)
      known[currency] = places
      return places
    }
    let value = Decimal(amount) * Decimal(sign: .plus, exponent: exponent, significand: 1)
    return value.formatted(.currency(code: currency).locale(locale))
  }

  /// The decimal places of the currencies seen so far: to format a price takes long.
  private static let knownPlaces = Mutex<[String: Int]>([:])

  /// Counts the decimal places in a formatted price: number formatters on Linux report two for every currency.
  private static func decimalPlaces(of currency: String) -> Int {
    let zero = Decimal(0).formatted(.currency(code: currency).locale(Locale(identifier: "en_US_POSIX")))
    return zero.split(separator: ".", maxSplits: 1).dropFirst().first?.count(where: \.isNumber) ?? 0
  }
}
