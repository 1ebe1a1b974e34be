import ElementTree

/// One dish, with what can be chosen of it.
struct ItemScreen: ElementConvertible {
  let item: Catalog.Item
  let choices: [String]
  let quantity: Int
  let format: ShopFormat

  var element: Element {
    Screen("item", title: item.name, allowsBack: true) {
      Group {
        Text(item.name, id: "headline").traits(.heading)
        if !item.text.isEmpty { Text(item.text, id: "text") }
        Text(format.price(item.price), id: "price").traits(.secondary)
      }
      for option in item.options ?? [] { self.option(option) }
      QuantityRow(quantity: quantity)
      Button(
        "Add to the basket · \(format.price(item.price(with: choices) * quantity))", id: ShopID.add
      ).traits(.primary)
    }.element
  }

  private func option(_ option: Catalog.Option) -> Element {
    Group {
      Text(option.name).traits(.heading)
      for choice in option.choices {
        let label = [choice.name, format.extra(choice.price)].compactMap(\.self).joined(separator: "  ")
        Toggle(label, id: ShopID.choice(choice.id), isOn: choices.contains(choice.id))
      }
    }.element
  }
}

/// How many, with a button on each side.
struct QuantityRow: ElementConvertible {
  let quantity: Int

  var element: Element {
    Row {
      Button("−", id: ShopID.fewer)
      Text("\(quantity)", id: "quantity")
      Button("+", id: ShopID.more)
    }.element
  }
}
