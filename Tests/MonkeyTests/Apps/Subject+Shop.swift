import ElementTree

extension Subject {
  static let shop = Subject(
    name: "SampleShop", links: shopLinks + ["sample://settings/flags/shop.newCheckout", "no link", ""],
    flagArguments: ["EPHEMERAL_{\"shop.newCheckout\":true}"],
    slow: ["retry"],
    endings: [
      Start(), pastStartPage, Start(arguments: ["EPHEMERAL_{\"shop.newCheckout\":true}", "--from", "here"]),
      Start(arguments: ["--from", "here"], language: "de_DE.UTF-8", timeZone: "Asia/Tokyo"),
      Start(arguments: ["AUTOMATION_{\"simulateFullBasket\":true}"]),
    ],
    journey: [
      .tap(.button, "start-settings"), .tap(.cell, "flag-shop.newCheckout"),
      .tap(.toggle, "settings-flag-toggle"), .back, .back, .tap(.cell, "start-from-here"),
    ] + order + [.back, .tap(.button, "to-menu")])

  static let shopLinks = [
    "storefront://shop", "storefront://shop?search=noodles", "storefront://shop/categories/pizza",
    "storefront://shop/categories/none", "storefront://shop/items/ramen", "storefront://shop/items/haggis",
    "storefront://shop/basket", "storefront://shop/basket/1", "storefront://shop/basket/99",
    "storefront://shop/checkout", "storefront://shop/checkout/time", "storefront://shop/checkout/payment",
    "storefront://shop/checkout/confirm", "storefront://shop/checkout/none", "storefront://shop/nowhere",
  ]

  /// From the menu to an order; each step that a flag makes needless is not taken.
  static let order: [Step] = [
    .open("storefront://shop"), .type(.textField, "menu-search", text: "noodles", replaces: true),
    .type(.textField, "menu-search", text: "haggis", replaces: true), .tap(.button, "clear-search"),
    .tap(.cell, "category-pizza"), .back,
    .open("storefront://shop/items/ramen"), .tap(.radioButton, "choice-large"), .tap(.toggle, "choice-egg"),
    .tap(.button, "more"),
    .tap(.button, "add-to-basket"), .open("storefront://shop/items/tiramisu"),
    .tap(.button, "add-to-basket"), .open("storefront://shop/basket"), .tap(.cell, "line-0"),
    .tap(.button, "more"), .back, .type(.textField, "voucher-code", text: "WELCOME10", replaces: false),
    .tap(.button, "apply-voucher"), .tap(.button, "remove-voucher"), .tap(.button, "checkout"),
    .tap(.button, "go-on"), .type(.textField, "delivery-name", text: "Ada", replaces: true),
    .type(.textField, "delivery-street", text: "Dorset Street 1", replaces: true),
    .type(.textField, "delivery-postcode", text: "10997", replaces: true),
    .type(.textField, "delivery-city", text: "London", replaces: true), .tap(.button, "go-on"),
    .tap(.radioButton, "time-soon"), .tap(.button, "go-on"), .tap(.radioButton, "payment-cash"),
    .tap(.button, "go-on"),
    .tap(.button, "place-order"),
  ]
}
