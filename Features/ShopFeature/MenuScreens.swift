import ElementTree
import Foundation
import StorefrontContracts

/// Shows the menu: its categories, or the dishes that a search finds.
struct MenuScreen: ElementConvertible {
  let catalog: Catalog
  let search: String
  let foundCategories: [Catalog.Category]
  let found: [Catalog.Item]
  let basket: Bill
  let notice: Notice?
  let format: ShopFormat

  var element: Element {
    Screen("menu", title: "Menu") {
      if catalog.items.isEmpty {
        ClosedKitchens.words
      } else {
        TextField("Search", id: ShopField.search, text: search, placeholder: "Dish or ingredient")
        if search.allSatisfy(\.isWhitespace) { categories } else { results }
        if let notice { notice }
      }
      if !basket.entries.isEmpty { BasketButton(bill: basket, format: format) }
    }.element
  }

  private var categories: Element {
    List("What are you in the mood for?", id: "categories") {
      for category in catalog.categories { row(category) }
    }.element
  }

  private func row(_ category: Catalog.Category) -> Cell {
    Cell(category.name, id: ShopAction.category(category.id), value: count(catalog.items(in: category).count))
  }

  @ElementBuilder private var results: [Element] {
    if foundCategories.isEmpty, found.isEmpty {
      Text("Nothing matches \"\(search)\".", id: "no-dish").traits(.heading)
      Button("Show everything", id: ShopButton.clearSearch)
    } else {
      List(foundCount, id: "dishes") {
        for category in foundCategories { row(category) }
        for item in found { ItemRow(item: item, format: format) }
      }
    }
  }

  private var foundCount: String {
    let categories =
      switch foundCategories.count {
      case 0: ""
      case 1: "1 category"
      default: "\(foundCategories.count) categories"
      }
    return [categories, found.isEmpty ? "" : count(found.count)].filter { !$0.isEmpty }.joined(
      separator: ", ")
  }

  private func count(_ number: Int) -> String { number == 1 ? "1 dish" : "\(number) dishes" }
}

/// Says that there is nothing on the menu.
enum ClosedKitchens {
  @ElementBuilder static var words: [Element] {
    Text("The kitchens are closed.", id: "menu-empty").traits(.heading)
    Text("There is nothing on the menu now. Come back when you are hungry again.")
    Button("Look again", id: ShopButton.retry).traits(.primary)
  }
}

/// Shows the dishes of one category.
struct CategoryScreen: ElementConvertible {
  let category: Catalog.Category
  let items: [Catalog.Item]
  let basket: Bill
  let notice: Notice?
  let format: ShopFormat

  var element: Element {
    Screen("category", title: category.name, allowsBack: true) {
      if items.isEmpty {
        Text("Nothing of this today.", id: "category-empty").traits(.heading)
      } else {
        List(id: "dishes") {
          for item in items { ItemRow(item: item, format: format) }
        }
      }
      if let notice { notice }
      if !basket.entries.isEmpty { BasketButton(bill: basket, format: format) }
    }.element
  }
}

/// One dish with its price.
private struct ItemRow: ElementConvertible {
  let item: Catalog.Item
  let format: ShopFormat

  var element: Element {
    Cell(item.name, id: ShopAction.item(item.id), value: format.price(item.price)).element
  }
}

/// A button that leads to the basket, with the number of items and their price.
private struct BasketButton: ElementConvertible {
  let bill: Bill
  let format: ShopFormat

  var element: Element {
    let count = bill.entries.reduce(0) { $0 + $1.line.quantity }
    return Button("Basket (\(count)) · \(format.price(bill.subtotal))", id: ShopButton.openBasket)
      .shortcut("b").traits(.primary, .floating)
  }
}

/// Shows one dish and its options.
struct ItemScreen: ElementConvertible {
  let item: Catalog.Item
  let choices: [String]
  let quantity: Int
  let notice: Notice?
  let format: ShopFormat

  var element: Element {
    Screen("item", title: item.name, allowsBack: true) {
      Group {
        Text(item.name, id: "headline").traits(.heading)
        if !item.text.isEmpty { Text(item.text, id: "text") }
        Text(format.price(item.price), id: "price").traits(.secondary)
      }
      if let notice { notice }
      for option in item.options ?? [] { self.option(option) }
      QuantityRow(quantity: quantity)
      Button(
        "Add to the basket · \(format.price(item.price(with: choices) * quantity))", id: ShopButton.add
      ).traits(.primary)
    }.element
  }

  private func option(_ option: Catalog.Option) -> Element {
    Group {
      Text(option.name).traits(.heading)
      for choice in option.choices {
        let label = [choice.name, format.extra(choice.price)].compactMap(\.self).joined(separator: "  ")
        let (id, isChosen) = (ShopAction.choice(choice.id), choices.contains(choice.id))
        switch option.kind {
        case .one: RadioButton(label, id: id, isChosen: isChosen)
        case .many: Toggle(label, id: id, isOn: isChosen)
        }
      }
    }.element
  }
}

/// A quantity, with a button on each side to change it.
struct QuantityRow: ElementConvertible {
  let quantity: Int

  var element: Element {
    Row {
      Button("Fewer", id: ShopButton.fewer)
      Text("\(quantity)", id: "quantity")
      Button("More", id: ShopButton.more)
    }.element
  }
}

/// Shown while the menu loads.
struct LoadingScreen: ElementConvertible {
  var element: Element {
    Screen("menu-loading", title: "Menu") {
      Text("The menu is on its way…", id: "headline").traits(.heading)
      Progress("Loading", id: "waiting")
      Text("The kitchens write it anew every day.").traits(.secondary)
    }.element
  }
}

/// Shown when the menu takes long to load.
struct SlowMenuScreen: ElementConvertible {
  var element: Element {
    Screen("menu-slow", title: "Menu") {
      Text("This takes longer than usual.", id: "headline").traits(.heading)
      Progress("Still loading", id: "waiting")
      Text("The menu is still on its way. Your connection may be slow, or many are hungry right now.")
      Button("Ask again", id: ShopButton.retry)
    }.element
  }
}

/// Shown when the menu could not be loaded.
struct MenuErrorScreen: ElementConvertible {
  let reason: String

  var element: Element {
    Screen("menu-error", title: "Menu") {
      Text("The menu did not arrive.", id: "headline").traits(.heading)
      Text(reason, id: "reason").traits(.failure)
      Text("Your basket is kept.").traits(.secondary)
      Button("Try again", id: ShopButton.retry).traits(.primary)
    }.element
  }
}

/// Shown when a link leads to something that is not on the menu.
struct GoneScreen: ElementConvertible {
  let notice: Notice?

  var element: Element {
    Screen("menu-gone", title: "Menu", allowsBack: true) {
      Text("This is not on the menu any more.", id: "headline").traits(.heading)
      Text("The kitchens change what they cook with the season.")
      if let notice { notice }
      Button("To the menu", id: ShopButton.toMenu).traits(.primary)
    }.element
  }
}

/// Writes prices and times in the user's locale and time zone.
nonisolated struct ShopFormat: Sendable {
  let locale: Locale
  let timeLocale: Locale
  let timeZone: TimeZone
  let currency: String

  func price(_ amount: Int) -> String { Money(amount, currency).formatted(for: locale) }

  /// An extra price with a plus sign; nil for zero.
  func extra(_ amount: Int) -> String? { amount == 0 ? nil : "+" + price(amount) }

  func time(_ date: Date) -> String {
    date.formatted(
      Date.FormatStyle(locale: timeLocale, calendar: timeLocale.calendar, timeZone: timeZone).hour().minute())
  }
}
