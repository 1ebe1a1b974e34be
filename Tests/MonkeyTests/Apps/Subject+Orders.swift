import ElementTree

extension Subject {
  static let orders = Subject(
    name: "SampleOrders", links: orderLinks + ["sample://settings", "no link", ""],
    endings: [
      Start(), pastStartPage, Start(arguments: ["AUTOMATION_{\"simulateThreeOrders\":true}"]),
      Start(arguments: ["--from", "damagedFile"], language: "ar_EG.UTF-8", timeZone: "America/St_Johns"),
    ],
    journey: visitToSettings + [.tap(.cell, "start-from-here")] + visitToOrders + [
      .open("storefront://orders"), .back, .tap(.cell, "start-from-threeOrders"),
    ] + visitToOrders + [.open("storefront://orders"), .back, .tap(.cell, "start-from-latestElsewhere")])

  static let orderLinks = [
    "storefront://orders", "storefront://orders?search=ramen", "storefront://orders/1001",
    "storefront://orders/1002", "storefront://orders/9", "storefront://orders/1001/notes",
    "storefront://orders/1001/notes/1", "storefront://orders/1001/notes/9", "storefront://orders/x",
  ]

  /// Among the orders, where there are some.
  private static let visitToOrders: [Step] = [
    .type(.textField, "search", text: "haggis", replaces: true), .tap(.button, "clear-search"),
    .type(.textField, "search", text: "", replaces: true), .tap(.cell, "order-1001"),
    .tap(.radioButton, "rate-5"), .tap(.button, "add-note"),
    .type(.textField, "note-text", text: "Good.", replaces: true), .tap(.button, "save-note"),
    .tap(.cell, "note-1"), .tap(.button, "delete-note"), .tap(.button, "undo-delete"),
    .tap(.button, "reorder"), .open("storefront://orders/1002"), .tap(.button, "cancel-order"),
    .open("storefront://orders"), .type(.textField, "search", text: "noodles", replaces: true),
  ]
}
