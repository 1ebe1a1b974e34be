import Foundation
import StorefrontContracts

/// Says what is wrong with data that should be a catalogue, and where.
nonisolated struct CatalogError: Error, Equatable, CustomStringConvertible {
  let problem: String

  init(_ problem: String) { self.problem = problem }

  var description: String { "The menu cannot be read: \(problem)." }
}

/// Reads a catalogue from JSON, and checks all of it before any is shown.
nonisolated enum CatalogReader {
  static func read(_ bytes: Data) throws(CatalogError) -> Catalog {
    let catalog: Catalog
    do {
      catalog = try JSONDecoder().decode(Catalog.self, from: bytes)
    } catch let error as DecodingError {
      throw CatalogError(describe(error))
    } catch {
      throw CatalogError("\(error)")
    }
    try check(catalog)
    return catalog
  }

  private static func describe(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): "\"\(key.stringValue)\" is missing in \(place(context))"
    case .valueNotFound(_, let context): "\(place(context)) is null"
    case .typeMismatch(let type, let context): "\(place(context)) is not \(words(for: type))"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
    case .dataCorrupted(let context): "\(place(context)) has a value that is not possible"
    @unknown default: "\(error)"
    }
  }

  /// Where the error is, such as `items[3].price`.
  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.reduce("") { path, key in
      if let index = key.intValue { return "\(path)[\(index)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
    return path.isEmpty ? "the catalogue" : path
  }

  private static func words(for type: any Any.Type) -> String {
    switch type {
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is String.Type: "a text"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }

  private static func check(_ catalog: Catalog) throws(CatalogError) {
    guard catalog.version == Catalog.version else {
      throw CatalogError("its version is \(catalog.version), and this app reads version \(Catalog.version)")
    }
    guard Money.isCurrency(catalog.currency) else {
      throw CatalogError("\"\(catalog.currency)\" is not a currency; a good one looks like \"EUR\"")
    }
    try check(prices: [
      ("delivery.fee", catalog.delivery.fee), ("delivery.freeFrom", catalog.delivery.freeFrom),
      ("delivery.minimum", catalog.delivery.minimum),
    ])
    try checkUnique(catalog.categories.map(\.id), in: "categories")
    try checkUnique(catalog.items.map(\.id), in: "items")
    try checkUnique(catalog.vouchers.map(\.code), in: "vouchers")
    for (index, item) in catalog.items.enumerated() { try check(item, at: "items[\(index)]", in: catalog) }
    for (index, voucher) in catalog.vouchers.enumerated() { try check(voucher, at: "vouchers[\(index)]") }
  }

  private static func check(
    _ item: Catalog.Item, at place: String, in catalog: Catalog
  ) throws(CatalogError) {
    guard catalog.category(item.category) != nil else {
      throw CatalogError("\(place).category is \"\(item.category)\", which is not among the categories")
    }
    try check(prices: [("\(place).price", item.price)])
    try checkUnique(item.allChoices.map(\.id), in: "\(place).options")
    for option in item.options ?? [] {
      guard !option.choices.isEmpty else { throw CatalogError("\(place).options has one without a choice") }
      for choice in option.choices { try check(prices: [("\(place).options: \(choice.id)", choice.price)]) }
    }
  }

  private static func check(_ voucher: Voucher, at place: String) throws(CatalogError) {
    guard (voucher.percent == nil) != (voucher.amount == nil) else {
      throw CatalogError("\(place) needs either a percent or an amount")
    }
    guard !voucher.code.isEmpty, voucher.code.utf8.allSatisfy({ isCapital($0) || isDigit($0) }) else {
      throw CatalogError("\(place).code is \"\(voucher.code)\"; codes are capital letters and digits")
    }
    guard (1...100).contains(voucher.percent ?? 1) else {
      throw CatalogError("\(place).percent is not between 1 and 100")
    }
    try check(prices: [("\(place).amount", voucher.amount ?? 0), ("\(place).minimum", voucher.minimum)])
  }

  private static func check(prices: [(place: String, amount: Int)]) throws(CatalogError) {
    for (place, amount) in prices where !(0...highest).contains(amount) {
      throw CatalogError("\(place) is \(amount), which is not a price")
    }
  }

  /// Identifiers become part of element identifiers and links, so they have to be short and plain.
  private static func checkUnique(_ ids: [String], in place: String) throws(CatalogError) {
    var seen: Set<String> = []
    for id in ids {
      guard isIdentifier(id) else {
        throw CatalogError(
          "\"\(id)\" in \(place) is not an identifier; a good one looks like \"shoyu-ramen\"")
      }
      guard seen.insert(id).inserted else { throw CatalogError("\"\(id)\" is twice in \(place)") }
    }
  }

  private static func isIdentifier(_ id: String) -> Bool {
    func isPlain(_ byte: UInt8) -> Bool { isCapital(byte) || isDigit(byte) || isCapital(byte & ~0x20) }
    return id.utf8.first.map(isPlain) == true && id.utf8.count <= 40
      && id.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// With prices up to this one, the sum of a full basket does not overflow.
  private static let highest = 10_000_000
}
