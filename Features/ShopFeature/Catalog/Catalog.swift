import Foundation

/// Everything that a shop sells, and the terms of delivery.
nonisolated struct Catalog: Sendable, Equatable, Decodable {
  static let version = 1

  struct Category: Sendable, Hashable, Decodable {
    let id: String
    let name: String
  }

  /// Something to choose for an item, such as its size or its extras.
  struct Option: Sendable, Equatable, Decodable {
    enum Kind: String, Sendable, Decodable {
      /// Exactly one of the choices; the first one at the start.
      case one
      /// Any number of the choices; none at the start.
      case many
    }

    struct Choice: Sendable, Equatable, Decodable {
      let id: String
      let name: String
      /// The extra price, in the smallest unit of the currency.
      let price: Int
    }

    let name: String
    let kind: Kind
    let choices: [Choice]
  }

  struct Item: Sendable, Equatable, Decodable {
    let id: String
    let category: String
    let name: String
    let text: String
    let price: Int
    let options: [Option]?

    var allChoices: [Option.Choice] { (options ?? []).flatMap(\.choices) }
  }

  /// The terms of delivery.
  struct Delivery: Sendable, Equatable, Decodable {
    let fee: Int
    /// The basket's value from which delivery is free.
    let freeFrom: Int
    /// The basket's value below which nothing is delivered.
    let minimum: Int
  }

  let version: Int
  let currency: String
  let delivery: Delivery
  let categories: [Category]
  let items: [Item]
  let vouchers: [Voucher]

  func item(_ id: String) -> Item? { items.first { $0.id == id } }

  func category(_ id: String) -> Category? { categories.first { $0.id == id } }

  func items(in category: Category) -> [Item] { items.filter { $0.category == category.id } }

  /// The items whose name or text contains every word of the search, ignoring case, accents and width.
  func items(matching search: String, locale: Locale) -> [Item] {
    let words = Self.words(of: search, locale)
    return items.filter { Self.has(words, in: $0.name + " " + $0.text, locale) }
  }

  /// The categories whose name contains every word of the search.
  func categories(matching search: String, locale: Locale) -> [Category] {
    let words = Self.words(of: search, locale)
    return categories.filter { Self.has(words, in: $0.name, locale) }
  }

  private static func has(_ words: [String], in text: String, _ locale: Locale) -> Bool {
    words.isEmpty || words.allSatisfy(folded(text, locale).contains)
  }

  private static func words(of search: String, _ locale: Locale) -> [String] {
    search.split(whereSeparator: \.isWhitespace).map { folded(String($0), locale) }
  }

  private static func folded(_ text: String, _ locale: Locale) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: locale)
  }
}
