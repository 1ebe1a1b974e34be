import AppData
package import AppRuntime

extension ShopFeature {
  package var situations: [Situation] {
    [
      Situation("fullMenu", "The menu."),
      Situation("dishSearch", "A search that finds three dishes.", opening: "shop?search=noodles"),
      Situation("noDishFound", "A search that finds no dish.", opening: "shop?search=haggis"),
      Situation("pizzaMenu", "The pizzas.", opening: "shop/categories/pizza"),
      Situation("dishWithOptions", "A dish with a size and extras.", opening: "shop/items/ramen"),
      Situation("emptyBasket", "The basket, with nothing in it.", opening: "shop/basket"),
      Situation(
        "fullBasket", "The basket, with three dishes and a voucher.", opening: "shop/basket",
        prepare: Self.keeping(Self.full)),
      Situation(
        "basketLine", "One line of the basket.", opening: "shop/basket/1", prepare: Self.keeping(Self.full)),
      Situation(
        "smallBasket", "A basket that is too small to be brought.", opening: "shop/basket",
        prepare: Self.keeping(Basket(lines: [.init(item: "bread", choices: [], quantity: 1)]))),
      Situation(
        "checkoutAddress", "The first step of the checkout, with nothing filled in.",
        opening: "shop/checkout", prepare: Self.keeping(Self.full)),
      Situation(
        "checkoutTime", "The times of a delivery.", opening: "shop/checkout/time",
        prepare: Self.keeping(Self.full)),
      Situation(
        "checkoutPayment", "The ways to pay.", opening: "shop/checkout/payment",
        prepare: Self.keeping(Self.full)),
      Situation(
        "checkoutConfirm", "The last step of the checkout.", opening: "shop/checkout/confirm",
        prepare: Self.keeping(Self.full, Self.ada)),
      Situation("dishGone", "A link to a dish that is gone.", opening: "shop/items/haggis"),
      Situation(
        "menuServerDown", "A menu from a server that cannot be reached.",
        arguments: ["--catalog-url", "http://127.0.0.1:1/menu.json"]),
      Situation("emptyMenu", "A menu without a dish.", arguments: Self.menu(.empty)),
      Situation("brokenMenu", "A menu that cannot be read.", arguments: Self.menu(.broken)),
      Situation("slowMenu", "A menu that takes eight seconds.", arguments: Self.menu(.slow)),
      Situation(
        "longMenu", "Sixty dishes with long names.", opening: "shop/categories/all",
        arguments: Self.menu(.long)),
      Situation(
        "longDish", "A dish with a long name and a long text.",
        opening: "shop/items/dish-60", arguments: Self.menu(.long)),
      Situation("japaneseMenu", "A menu in Japanese, in yen.", arguments: Self.menu(.japanese)),
      Situation(
        "japaneseDish", "A dish in Japanese.", opening: "shop/items/ramen", arguments: Self.menu(.japanese)),
    ]
  }

  private nonisolated static let full = Basket(
    lines: [
      .init(item: "ramen", choices: ["large", "egg"], quantity: 2),
      .init(item: "gyoza", choices: [], quantity: 1), .init(item: "tiramisu", choices: [], quantity: 2),
    ], voucher: "WELCOME10")

  private nonisolated static let ada = DeliveryDetails(
    name: "Ada Lovelace", street: "Dorset Street 1", postcode: "W1U 4EG", city: "London", payment: .card)

  private static func keeping(
    _ basket: Basket, _ details: DeliveryDetails? = nil
  ) -> @Sendable (AppData) throws -> Void {
    { data in
      var store = ShopStore(data: data)
      _ = try store.save(basket)
      if let details { _ = try store.save(details) }
    }
  }

  private static func menu(_ catalog: BundledCatalog) -> [String] { ["--catalog", catalog.rawValue] }
}
