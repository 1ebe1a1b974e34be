import ElementTree

extension Subject {
  static let storefront = Subject(
    name: "SampleStorefront",
    links: shopLinks + orderLinks + onboarding.links + [
      "storefront://account", "storefront://account/help", "storefront://account/sign-out",
      "storefront://settings", "storefront://settings/flags/shop.newCheckout", "storefront://nowhere",
    ],
    flagArguments: [
      "EPHEMERAL_{\"shop.newCheckout\":true}", "EPHEMERAL_{\"onboarding.shortTour\":true}",
    ],
    slow: ["sign-in", "retry"],
    endings: [
      Start(), pastStartPage,
      Start(
        arguments: ["EPHEMERAL_{\"onboarding.shortTour\":true,\"shop.newCheckout\":true}", "--from", "here"]),
      Start(arguments: ["--from", "here"], language: "ja_JP.UTF-8", timeZone: "America/St_Johns"),
      Start(arguments: ["AUTOMATION_{\"simulateUserAlreadyLoggedIn\":true}"]),
      Start(arguments: ["AUTOMATION_{\"simulateThreeOrders\":true}"]),
    ],
    journey: visitToSettings + [.tap(.cell, "start-from-here")] + onboardingJourney + signIn + order + [
      .tap(.tab, "tab-orders"), .tap(.cell, "order-1001"), .tap(.button, "cancel-order"),
      .tap(.button, "confirm-cancel"), .tap(.button, "reorder"), .open("storefront://orders/1001/notes"),
      .type(.textField, "note-text", text: "Good.", replaces: true), .tap(.button, "save-note"),
      .tap(.tab, "tab-shop"), .tap(.button, "to-menu"), .tap(.button, "open-basket"),
      .open("storefront://nowhere"),
      .tap(.tab, "tab-settings"), .tap(.cell, "flag-onboarding.shortTour"),
      .tap(.toggle, "settings-flag-toggle"), .tap(.button, "settings-restart"),
      .tap(.tab, "tab-account"), .tap(.button, "sign-out"), .tap(.button, "confirm-sign-out"),
    ])
}
