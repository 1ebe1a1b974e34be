import AppData
import Foundation
import StorefrontContracts

/// An order that was placed, and what has happened to it since.
nonisolated struct Order: Equatable, Sendable {
  let number: Int
  let placed: PlacedOrder
  var cancelledAt: Date?
  /// The rating in stars, from 1 to 5; nil without one.
  var rating: Int?
  var notes: [OrderNote] = []

  static let firstNumber = 1001
  static let ratings = 1...5

  /// The lines in a few words: `2 × Ramen · Gyoza`.
  var summary: String {
    placed.lines.map { $0.quantity == 1 ? $0.name : "\($0.quantity) × \($0.name)" }.joined(separator: " · ")
  }

  /// The total minus the price of the lines. Negative if a voucher was worth more than the delivery.
  var extras: Int { placed.total - placed.lines.reduce(0) { $0 + $1.price } }
}

nonisolated extension PlacedOrder.Line {
  var price: Int { quantity * unitPrice }
}

/// A note that the user wrote about an order, as the order's file has it, too.
nonisolated struct OrderNote: Codable, Equatable, Sendable {
  let id: Int
  var text: String
  let writtenAt: Date
  var editedAt: Date?

  static let longest = 500

  /// The text as it is stored: without spaces around it.
  static func kept(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Whether the text can be stored as a note.
  static func isValid(_ text: String) -> Bool { (1...longest).contains(kept(text).count) }
}

/// What was just done to a note. A deletion can be undone.
nonisolated enum NoteChange: Equatable, Sendable {
  case saved(Int)
  case deleted(OrderNote)

  var text: String {
    switch self {
    case .saved: "The note is saved."
    case .deleted: "The note is deleted."
    }
  }
}

nonisolated extension Order {
  /// Adds a new note, or changes the text of an existing one.
  mutating func write(_ text: String, note id: Int?, at now: Date) {
    if let index = notes.firstIndex(where: { $0.id == id }) {
      guard notes[index].text != text else { return }
      notes[index].text = text
      notes[index].editedAt = now
    } else {
      notes.append(OrderNote(id: (notes.map(\.id).max() ?? 0) + 1, text: text, writtenAt: now))
    }
  }

  /// Puts a deleted note back in its place.
  mutating func restore(_ note: OrderNote) {
    notes.append(note)
    notes.sort { $0.id < $1.id }
  }
}

/// The progress of an order.
nonisolated enum OrderStatus: Equatable, Sendable {
  case preparing, onItsWay, delivered, cancelled

  var isOpen: Bool { self == .preparing || self == .onItsWay }

  var text: String {
    switch self {
    case .preparing: "Preparing"
    case .onItsWay: "On its way"
    case .delivered: "Delivered"
    case .cancelled: "Cancelled"
    }
  }
}

/// The times after placing an order at which its status changes, in seconds.
nonisolated enum OrderTimes {
  static let cancelWindow: TimeInterval = 5 * 60
  static let preparation: TimeInterval = 15 * 60
  static let delivery: TimeInterval = 40 * 60
}

nonisolated extension Order {
  var cancellableUntil: Date { placed.placedAt + OrderTimes.cancelWindow }
  var leavesAt: Date { placed.placedAt + OrderTimes.preparation }
  var arrivesAt: Date { placed.placedAt + OrderTimes.delivery }

  func status(at now: Date) -> OrderStatus {
    if cancelledAt != nil { return .cancelled }
    return now < leavesAt ? .preparing : now < arrivesAt ? .onItsWay : .delivered
  }

  func canBeCancelled(at now: Date) -> Bool { cancelledAt == nil && now < cancellableUntil }

  /// The next time at which the status changes, or cancelling ceases to be possible, without anybody doing anything.
  func nextChange(after now: Date) -> Date? {
    guard cancelledAt == nil else { return nil }
    return [cancellableUntil, leavesAt, arrivesAt].first { $0 > now }
  }
}

/// All orders, the newest first.
nonisolated struct OrderHistory: Equatable, Sendable {
  private(set) var orders: [Order] = []

  init(_ orders: [Order] = []) {
    self.orders = orders.sorted {
      ($0.placed.placedAt, $0.number) > ($1.placed.placedAt, $1.number)
    }
  }

  subscript(number: Int) -> Order? { orders.first { $0.number == number } }

  /// Adds an order, replacing one with the same number.
  mutating func put(_ order: Order) {
    self = OrderHistory(orders.filter { $0.number != order.number } + [order])
  }

  func openCount(at now: Date) -> Int { orders.count { $0.status(at: now).isOpen } }

  func nextChange(after now: Date) -> Date? { orders.compactMap { $0.nextChange(after: now) }.min() }

  /// Shortcuts to the latest three orders, for the app's icon; empty in an app without links.
  func shortcuts(link: (String) -> String?) -> [ShortcutItem] {
    orders.prefix(3).compactMap { order in
      link(OrdersRoute.order(order.number).place).map {
        ShortcutItem(id: $0, title: "Order \(order.number)", subtitle: order.summary)
      }
    }
  }

  /// The orders whose number, dishes or notes contain every word of the search, ignoring case, accents and width.
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
