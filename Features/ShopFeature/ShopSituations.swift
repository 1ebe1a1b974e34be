import AppData
import AppRuntime

nonisolated extension StartingPoint {
  /// The situations that the feature can be started in.
  static var shop: [StartingPoint] {
    [
      StartingPoint("fullMenu", "The menu."),
      StartingPoint("dishSearch", "A search that finds three dishes.", arguments: open("?search=noodles")),
      StartingPoint("noDishFound", "A search that finds nothing.", arguments: open("?search=haggis")),
      StartingPoint("pizzaMenu", "The pizzas.", arguments: open("/categories/pizza")),
      StartingPoint("dishWithOptions", "A dish with a size and extras.", arguments: open("/items/ramen")),
      StartingPoint("emptyBasket", "The basket, with nothing in it.", arguments: open("/basket")),
      StartingPoint("fullBasket", "The basket, with three dishes and a voucher.", arguments: open("/basket"))
      {
        try ShopStore(data: $0).save(full)
      },
      StartingPoint("basketLine", "One line of the basket.", arguments: open("/basket/1")) {
        try ShopStore(data: $0).save(full)
      },
      StartingPoint("smallBasket", "A basket that is too small to be brought.", arguments: open("/basket")) {
        try ShopStore(data: $0).save(Basket(lines: [.init(item: "bread", choices: [], quantity: 1)]))
      },
      StartingPoint(
        "checkoutAddress", "The first step of the checkout, with nothing filled in.",
        arguments: open("/checkout")
      ) { try ShopStore(data: $0).save(full) },
      StartingPoint("checkoutTime", "The times of a delivery.", arguments: open("/checkout/time")) {
        try ShopStore(data: $0).save(full)
      },
      StartingPoint("checkoutPayment", "The ways to pay.", arguments: open("/checkout/payment")) {
        try ShopStore(data: $0).save(full)
      },
      StartingPoint(
        "checkoutConfirm", "The last step of the checkout.", arguments: open("/checkout/confirm")
      ) {
        try ShopStore(data: $0).save(full)
        try ShopStore(data: $0).save(ada)
      },
      StartingPoint("dishGone", "A link to a dish that is gone.", arguments: open("/items/haggis")),
      StartingPoint(
        "menuServerDown", "A menu from a server that cannot be reached.",
        arguments: ["--catalog-url", "http://127.0.0.1:1/menu.json"]),
      StartingPoint("emptyMenu", "A menu without a dish.", arguments: catalog(.empty)),
      StartingPoint("brokenMenu", "A menu that cannot be read.", arguments: catalog(.broken)),
      StartingPoint("slowMenu", "A menu that takes eight seconds.", arguments: catalog(.slow)),
      StartingPoint(
        "longMenu", "Sixty dishes with long names.", arguments: catalog(.long) + open("/categories/all")),
      StartingPoint(
        "longDish", "A dish with a long name and a long text.",
        arguments: catalog(.long) + open("/items/dish-60")),
      StartingPoint("japaneseMenu", "A menu in Japanese, in yen.", arguments: catalog(.japanese)),
      StartingPoint(
        "japaneseDish", "A dish in Japanese.", arguments: catalog(.japanese) + open("/items/ramen")),
    ]
  }

  private static let full = Basket(
    lines: [
      .init(item: "ramen", choices: ["large", "egg"], quantity: 2),
      .init(item: "gyoza", choices: [], quantity: 1), .init(item: "tiramisu", choices: [], quantity: 2),
    ], voucher: "WELCOME10")

  private static let ada = DeliveryDetails(
    name: "Ada Lovelace", street: "Dorset Street 1", postcode: "W1U 4EG", city: "London", payment: .card)

  private static func open(_ place: String) -> [String] { ["--open", ShopRoute.root + place] }

  private static func catalog(_ catalog: BundledCatalog) -> [String] { ["--catalog", catalog.rawValue] }
}
