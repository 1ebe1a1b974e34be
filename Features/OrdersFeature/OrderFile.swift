import Foundation
import StorefrontContracts

/// Encodes and decodes an order as a file. Decoding reads the version first, then the form of that version.
nonisolated enum OrderFile {
  static let version = 2

  /// An order that was read, and whether its file has the current version.
  struct Reading: Equatable {
    let order: Order
    let isCurrent: Bool
  }

  static func encode(_ order: Order) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(VersionTwo(order))
  }

  /// Reads an order, whose number must be the one in the file's name.
  static func decode(_ data: Data, number: Int) throws(OrderFileError) -> Reading {
    let order: Order
    let version = try read(Version.self, from: data).version
    switch version {
    case 1: order = try read(VersionOne.self, from: data).order
    case Self.version: order = try read(VersionTwo.self, from: data).order
    case (Self.version + 1)...: throw .newer(version)
    default: throw .malformed("no version \(version) was ever written")
    }
    guard order.number == number else { throw .malformed("it holds order \(order.number)") }
    if let flaw = order.flaw { throw .malformed(flaw) }
    return Reading(order: order, isCurrent: version == Self.version)
  }

  private static func read<Form: Decodable>(_: Form.Type, from data: Data) throws(OrderFileError) -> Form {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      return try decoder.decode(Form.self, from: data)
    } catch {
      throw .malformed(Self.reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "it has no \"\(key.stringValue)\""
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "its \"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" is of another kind"
    default: "it is not in the form of an order"
    }
  }

  private struct Version: Decodable {
    let version: Int
  }
}

/// Why a file could not be read as an order.
nonisolated enum OrderFileError: Error, Equatable, CustomStringConvertible {
  case malformed(String)
  /// A newer app wrote the file, in a form that this app does not know.
  case newer(Int)

  var description: String {
    switch self {
    case .malformed(let reason): reason
    case .newer(let version):
      "it has version \(version), and this app knows versions up to \(OrderFile.version)"
    }
  }
}

/// The current form.
private nonisolated struct VersionTwo: Codable {
  let version: Int
  let number: Int
  let lines: [PlacedOrder.Line]
  let total: Int
  let currency: String
  let placedAt: Date
  let cancelledAt: Date?
  let rating: Int?
  let notes: [OrderNote]

  init(_ order: Order) {
    version = OrderFile.version
    number = order.number
    lines = order.placed.lines
    total = order.placed.total
    currency = order.placed.currency
    placedAt = order.placed.placedAt
    cancelledAt = order.cancelledAt
    rating = order.rating
    notes = order.notes
  }

  var order: Order {
    Order(
      number: number,
      placed: PlacedOrder(lines: lines, total: total, currency: currency, placedAt: placedAt),
      cancelledAt: cancelledAt, rating: rating,
      notes: notes)
  }
}

/// The earlier form: times in seconds, one comment, and 0 stars for no rating.
private nonisolated struct VersionOne: Decodable {
  struct Item: Decodable {
    let sku: String
    let title: String
    let count: Int
    let price: Int
  }

  let id: Int
  let items: [Item]
  let sum: Int
  let currency: String
  let date: Int
  let cancelled: Bool
  let comment: String
  let stars: Int

  var order: Order {
    let date = Date(timeIntervalSince1970: TimeInterval(date))
    let text = OrderNote.kept(comment)
    return Order(
      number: id,
      placed: PlacedOrder(
        lines: items.map {
          PlacedOrder.Line(itemID: $0.sku, name: $0.title, quantity: $0.count, unitPrice: $0.price)
        },
        total: sum, currency: currency, placedAt: date),
      cancelledAt: cancelled ? date : nil, rating: stars == 0 ? nil : stars,
      notes: text.isEmpty ? [] : [OrderNote(id: 1, text: text, writtenAt: date)])
  }
}

nonisolated extension PlacedOrder {
  /// Why the order cannot be stored; nil if it can.
  var flaw: String? {
    if lines.isEmpty { return "it has no lines" }
    if lines.count > 1000 { return "it has \(lines.count) lines, more than 1000" }
    for line in lines {
      if !(1...9999).contains(line.quantity) {
        return "\(line.quantity) is not a quantity of \"\(line.name)\""
      }
      if !(0...Self.highest).contains(line.unitPrice) {
        return "\(line.unitPrice) is not a price of \"\(line.name)\""
      }
    }
    if !(0...Self.highest).contains(total) { return "\(total) is not a total" }
    if !Money.isCurrency(currency) {
      return "\"\(currency)\" is not a currency; a good one looks like \"EUR\""
    }
    if !Self.years.contains(placedAt) { return "it was placed at no time that can be" }
    return nil
  }

  /// The highest price. No meal costs more, and sums of prices up to it do not overflow.
  private static var highest: Int { 1_000_000_000 }
  /// The years from 1970 to 2999.
  private static var years: Range<Date> {
    Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 32_503_680_000)
  }
}

nonisolated extension Order {
  /// Why the order cannot be shown; nil if it can.
  var flaw: String? {
    if let rating, !Self.ratings.contains(rating) { return "\(rating) is no rating from 1 to 5" }
    if Set(notes.map(\.id)).count < notes.count { return "two of its notes have the same id" }
    if notes.contains(where: { !(1..<1_000_000_000).contains($0.id) }) {
      return "one of its notes has no good id"
    }
    return placed.flaw
  }
}
