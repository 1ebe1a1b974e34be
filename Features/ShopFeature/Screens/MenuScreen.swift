import ElementTree

/// What there is to eat, by category or as found by a search.
struct MenuScreen: ElementConvertible {
  let catalog: Catalog
  let search: String
  let found: [Catalog.Item]
  let basket: Bill
  let notice: ShopNotice?
  let format: ShopFormat

  var element: Element {
    Screen("menu", title: "Menu") {
      if catalog.items.isEmpty {
        Text("The kitchens are closed.", id: "menu-empty").traits(.heading)
        Text("There is nothing on the menu now. Come back when you are hungry again.")
        Button("Look again", id: ShopID.retry).traits(.primary)
      } else {
        TextField("Search", id: ShopID.search, text: search, placeholder: "Dish or ingredient")
        if search.allSatisfy(\.isWhitespace) { categories } else { results }
        if let notice { notice.element }
      }
      if !basket.entries.isEmpty { BasketButton(bill: basket, format: format) }
    }.element
  }

  private var categories: Element {
    List("What are you in the mood for?", id: "categories") {
      for category in catalog.categories {
        Cell(
          category.name, id: ShopID.category(category.id), value: count(catalog.items(in: category).count))
      }
    }.element
  }

  @ElementBuilder private var results: [Element] {
    if found.isEmpty {
      Text("Nothing matches \"\(search)\".", id: "no-dish").traits(.heading)
      Button("Show everything", id: ShopID.clearSearch)
    } else {
      ItemList(label: count(found.count), items: found, format: format)
    }
  }

  private func count(_ number: Int) -> String { number == 1 ? "1 dish" : "\(number) dishes" }
}

/// What there is of one kind.
struct CategoryScreen: ElementConvertible {
  let category: Catalog.Category
  let items: [Catalog.Item]
  let basket: Bill
  let notice: ShopNotice?
  let format: ShopFormat

  var element: Element {
    Screen("category", title: category.name, allowsBack: true) {
      if items.isEmpty {
        Text("Nothing of this today.", id: "category-empty").traits(.heading)
      } else {
        ItemList(label: "", items: items, format: format)
      }
      if let notice { notice.element }
      if !basket.entries.isEmpty { BasketButton(bill: basket, format: format) }
    }.element
  }
}

/// Dishes with their prices.
private struct ItemList: ElementConvertible {
  let label: String
  let items: [Catalog.Item]
  let format: ShopFormat

  var element: Element {
    List(label, id: "dishes") {
      for item in items { Cell(item.name, id: ShopID.item(item.id), value: format.price(item.price)) }
    }.element
  }
}

/// The way to the basket, with what is in it.
private struct BasketButton: ElementConvertible {
  let bill: Bill
  let format: ShopFormat

  var element: Element {
    let count = bill.entries.reduce(0) { $0 + $1.line.quantity }
    return Button("Basket (\(count)) · \(format.price(bill.subtotal))", id: ShopID.openBasket).traits(
      .primary)
  }
}
