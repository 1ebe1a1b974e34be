import AppRuntime
import Foundation

/// An order that was placed, and what has become of it.
nonisolated struct Order: Equatable, Sendable {
  let number: Int
  let placed: PlacedOrder
  var cancelledAt: Date?
  /// How many stars of five the person gave.
  var rating: Int?
  var notes: [OrderNote] = []

  static let firstNumber = 1001
  static let ratings = 1...5

  /// What was ordered, in a few words: `2 × Ramen · Gyoza`.
  var summary: String {
    placed.lines.map { $0.quantity == 1 ? $0.name : "\($0.quantity) × \($0.name)" }.joined(separator: " · ")
  }

  /// What the total has besides the lines; less than nothing where a voucher was worth more than the delivery.
  var extras: Int { placed.total - placed.lines.reduce(0) { $0 + $1.price } }
}

nonisolated extension PlacedOrder.Line {
  var price: Int { quantity * unitPrice }
}

/// Something that the person wrote down about an order.
nonisolated struct OrderNote: Equatable, Sendable {
  let id: Int
  var text: String
  let writtenAt: Date
  var editedAt: Date?

  static let longest = 500

  /// The text as it is kept: without spaces around it.
  static func kept(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Whether the text can be kept as a note.
  static func isValid(_ text: String) -> Bool { (1...longest).contains(kept(text).count) }
}

nonisolated extension Order {
  /// Writes a new note down, or the text of one that is there.
  mutating func write(_ text: String, note id: Int?, at now: Date) {
    if let index = notes.firstIndex(where: { $0.id == id }) {
      guard notes[index].text != text else { return }
      notes[index].text = text
      notes[index].editedAt = now
    } else {
      notes.append(OrderNote(id: (notes.map(\.id).max() ?? 0) + 1, text: text, writtenAt: now))
    }
  }

  /// Puts a note that was deleted back where it was.
  mutating func restore(_ note: OrderNote) {
    notes.append(note)
    notes.sort { $0.id < $1.id }
  }
}
