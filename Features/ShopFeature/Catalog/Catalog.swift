import Foundation

/// All that a shop sells, and on which terms.
nonisolated struct Catalog: Sendable, Equatable, Decodable {
  static let version = 1

  struct Category: Sendable, Hashable, Decodable {
    let id: String
    let name: String
  }

  /// What is to be chosen of an item: its size, say, or what comes with it.
  struct Option: Sendable, Equatable, Decodable {
    enum Kind: String, Sendable, Decodable {
      /// Exactly one of the choices, at first the first.
      case one
      /// Any number of them, at first none.
      case many
    }

    struct Choice: Sendable, Equatable, Decodable {
      let id: String
      let name: String
      /// What it costs on top, in the smallest unit of the currency.
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

  /// What it takes to have the food brought.
  struct Delivery: Sendable, Equatable, Decodable {
    let fee: Int
    /// From which value of the basket on there is no fee.
    let freeFrom: Int
    /// Below which value of the basket nothing is brought.
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

  /// The items whose name or text has all the words of the search, whatever case and accents they are written in.
  func items(matching search: String, locale: Locale) -> [Item] {
    let words = search.split(whereSeparator: \.isWhitespace).map { Self.folded(String($0), locale) }
    if words.isEmpty { return items }
    return items.filter { item in
      let text = Self.folded(item.name + " " + item.text, locale)
      return words.allSatisfy(text.contains)
    }
  }

  private static func folded(_ text: String, _ locale: Locale) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: locale)
  }
}
