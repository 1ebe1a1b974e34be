import AppRuntime
import Foundation

nonisolated extension PlacedOrder {
  /// What makes it no order that can be kept, if anything does.
  var flaw: String? {
    if lines.isEmpty { return "it has no lines" }
    if lines.count > 1000 { return "it has \(lines.count) lines, more than 1000" }
    for line in lines {
      if !(1...9999).contains(line.quantity) { return "\(line.quantity) is no quantity of \"\(line.name)\"" }
      if !(0...Self.highest).contains(line.unitPrice) {
        return "\(line.unitPrice) is no price of \"\(line.name)\""
      }
    }
    if !(0...Self.highest).contains(total) { return "\(total) is no total" }
    if !currency.utf8.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) || currency.utf8.count != 3
    {
      return "\"\(currency)\" is no currency; a good one looks like \"EUR\""
    }
    if !Self.years.contains(placedAt) { return "it was placed at no time that can be" }
    return nil
  }

  /// Prices above it belong to no meal, and sums of those below it stay numbers.
  private static var highest: Int { 1_000_000_000 }
  /// From 1970 to 2999.
  private static var years: Range<Date> {
    Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 32_503_680_000)
  }
}

nonisolated extension Order {
  /// What makes it no order that can be shown, if anything does.
  var flaw: String? {
    if let rating, !Self.ratings.contains(rating) { return "\(rating) is no rating from 1 to 5" }
    if Set(notes.map(\.id)).count < notes.count { return "two of its notes have the same id" }
    if notes.contains(where: { !(1..<1_000_000_000).contains($0.id) }) {
      return "one of its notes has no good id"
    }
    return placed.flaw
  }
}
