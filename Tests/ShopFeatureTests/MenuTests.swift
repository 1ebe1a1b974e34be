import AppRuntime
import ElementTree
import Testing

@testable import ShopFeature

@MainActor @Suite("The menu")
struct MenuTests {
  @Test("is a list of categories, each with its dishes")
  func categories() async throws {
    let app = try ShopFixture()
    try await app.start()
    #expect(
      app.host.tree.treeDescription == """
        window "Sample"
          screen #menu "Menu"
            textField #menu-search "Search" value: "" placeholder: "Dish or ingredient" focused
            list #categories "What are you in the mood for?"
              cell #category-noodles "Noodles" value: "3 dishes"
              cell #category-pizza "Pizza" value: "3 dishes"
              cell #category-bowls "Bowls and salads" value: "2 dishes"
              cell #category-small "Small plates" value: "2 dishes"
              cell #category-sweet "Sweet things" value: "2 dishes"
        """)
    try await app.perform(.tap("category-pizza"))
    #expect(app.rows == ["Margherita | €9.50", "Funghi | €11.20", "Diavola | €11.90"])
  }

  @Test("is searched while one types")
  func search() async throws {
    let app = try ShopFixture()
    try await app.start()
    try await app.perform(.edit("menu-search", text: "noodles"))
    #expect(
      app.rows == [
        "Noodles | 3 dishes", "Shoyu ramen | €12.90", "Curry udon | €11.80", "Dan dan noodles | €12.40",
      ])
    #expect(app.label("dishes") == "1 category, 3 dishes")
    try await app.perform(.edit("menu-search", text: "haggis"))
    #expect(app.label("no-dish") == "Nothing matches \"haggis\".")
    try await app.perform(.tap("clear-search"))
    #expect(app.has("category-pizza"))
  }

  @Test("writes prices for the locale")
  func locale() async throws {
    let app = try ShopFixture()
    try await app.start("japaneseMenu", locale: "ja_JP")
    try await app.perform(.tap("category-ramen"))
    #expect(app.rows == ["醤油ラーメン | ¥980", "味噌ラーメン | ¥1,050"])
  }

  @Test("says that there is none, what is wrong with it, and that it takes long")
  func states() async throws {
    let app = try ShopFixture()
    try await app.start("emptyMenu")
    #expect(app.label("menu-empty") == "The kitchens are closed.")
    try await app.start("brokenMenu")
    #expect(app.screen == "menu-error")
    #expect(app.label("reason") == "The menu cannot be read: items[0].price is not a whole number.")

    let impatient = try ShopFixture(losesPatience: true)
    try await impatient.start("slowMenu")
    #expect(impatient.screen == "menu-slow")
  }

  @Test(
    "is started in every situation on the screen that it is about",
    arguments: [
      ("fullMenu", "menu"), ("dishSearch", "menu"), ("noDishFound", "menu"), ("pizzaMenu", "category"),
      ("dishWithOptions", "item"), ("emptyBasket", "basket"), ("fullBasket", "basket"),
      ("basketLine", "basket-line"),
      ("smallBasket", "basket"), ("checkoutAddress", "checkout-address"), ("checkoutTime", "checkout-time"),
      ("checkoutPayment", "checkout-payment"), ("checkoutConfirm", "checkout-confirm"),
      ("dishGone", "menu-gone"),
      ("menuServerDown", "menu-error"), ("emptyMenu", "menu"), ("brokenMenu", "menu-error"),
      ("longMenu", "category"), ("longDish", "item"), ("japaneseMenu", "menu"), ("japaneseDish", "item"),
    ])
  func situations(name: String, screen: String) async throws {
    let app = try ShopFixture()
    try await app.start(name)
    #expect(app.screen == screen)
  }

  @Test("has a test for each of its situations but the one that waits")
  func allSituations() throws {
    #expect(try ShopFixture().host.definition.feature.situations.count == 22)
  }

  @Test("is asked for anew after an error", arguments: ["http", "HTTP"])
  func retry(scheme: String) async throws {
    let app = try ShopFixture()
    try await app.start(nil, "--catalog-url", "\(scheme)://127.0.0.1:1/menu.json")
    #expect(app.screen == "menu-error")
    #expect(app.label("reason") == "127.0.0.1 cannot be reached: nobody answers there.")
    try await app.perform(.tap("retry"))
    #expect(app.screen == "menu-error")
  }

  @Test(
    "is not chosen by an option that makes no sense",
    arguments: [
      (
        ["--catalog", "japanes"],
        "'japanes' is not a value of '--catalog'. Did you mean 'japanese'? "
          + "It takes: bundled, empty, broken, slow, long, japanese."
      ),
      (
        ["--catalog-url", "menu.json"],
        "--catalog-url takes an address like \"http://127.0.0.1:8080/menu.json\", not \"menu.json\"."
      ),
      (
        ["--catalog", "long", "--catalog-url", "http://a/b"],
        "--catalog and --catalog-url name two menus. Give one of them."
      ),
    ])
  func options(arguments: [String], reason: String) async throws {
    let app = try ShopFixture()
    try await app.start(nil)
    let error = await #expect(throws: (any Error).self) {
      try await app.host.restart(with: LaunchConfiguration(arguments: arguments, environment: [:]))
    }
    #expect(error.map { "\($0)" } == reason)
    #expect(app.host.generation == 1)
  }

  @Test(
    "and all behind it is reached by links",
    arguments: [
      ("", "menu"), ("?search=ramen", "menu"), ("/categories/pizza", "category"), ("/items/ramen", "item"),
      ("/basket", "basket"), ("/basket/2", "basket-line"), ("/checkout", "checkout-address"),
      ("/checkout/time", "checkout-time"), ("/checkout/payment", "checkout-payment"),
      ("/checkout/confirm", "checkout-confirm"),
    ])
  func links(place: String, screen: String) async throws {
    let app = try ShopFixture()
    try await app.start("fullBasket")
    try app.host.open("storefront://shop" + place)
    #expect(app.screen == screen)
    for unknown in ["/basket/9", "/basket/0", "/basket/\(Int.min)", "/basket/x", "/checkout/x", "/x"] {
      #expect(throws: DeepLinkError.unknown("storefront://shop" + unknown)) {
        try app.host.open("storefront://shop" + unknown)
      }
      #expect(app.screen == screen)
    }
  }

  @Test("keeps the screen of a link that started the app")
  func earlyLink() async throws {
    let app = try ShopFixture()
    try await app.start(nil, "--open", "storefront://shop/items/ramen")
    #expect(app.label("headline") == "Shoyu ramen")
  }

  @Test("says so when the dish or the category of a link is gone", arguments: ["items", "categories"])
  func goneLink(kind: String) async throws {
    let app = try ShopFixture()
    try await app.start(nil, "--open", "storefront://shop/\(kind)/haggis")
    #expect(app.screen == "menu-gone")
    try await app.perform(.tap("to-menu"))
    #expect(app.screen == "menu")
    try app.host.open("storefront://shop/\(kind)/haggis")
    #expect(app.screen == "menu-gone")
  }
}
