import AppData
import AppRuntime
import Foundation

/// All orders of a person, the newest first.
nonisolated struct OrderHistory: Equatable, Sendable {
  private(set) var orders: [Order] = []

  init(_ orders: [Order] = []) {
    self.orders = orders.sorted {
      ($0.placed.placedAt, $0.number) > ($1.placed.placedAt, $1.number)
    }
  }

  subscript(number: Int) -> Order? { orders.first { $0.number == number } }

  /// Adds an order, or puts it in place of the one with its number.
  mutating func put(_ order: Order) {
    self = OrderHistory(orders.filter { $0.number != order.number } + [order])
  }

  func openCount(at now: Date) -> Int { orders.count { $0.status(at: now).isOpen } }

  func nextChange(after now: Date) -> Date? { orders.compactMap { $0.nextChange(after: now) }.min() }

  /// The way back to the latest three orders, for the app's icon.
  var shortcuts: [ShortcutItem] {
    orders.prefix(3).map {
      ShortcutItem(
        id: OrdersRoute.order($0.number).link, title: "Order \($0.number)", subtitle: $0.summary)
    }
  }

  /// The orders that have every word in their number, dishes or notes, whatever its case, accents and width.
  func matching(_ search: String, locale: Locale) -> [Order] {
    let words = search.split(whereSeparator: \.isWhitespace)
    return orders.filter { order in
      let texts = ["\(order.number)"] + order.placed.lines.map(\.name) + order.notes.map(\.text)
      return words.allSatisfy { word in
        texts.contains {
          let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]
          return $0.range(of: word, options: options, locale: locale) != nil
        }
      }
    }
  }
}
