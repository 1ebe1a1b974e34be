import ElementTree

extension Subject {
  static let onboarding = Subject(
    name: "SampleOnboarding",
    links: [
      "storefront://welcome", "storefront://tour", "storefront://tour/2", "storefront://tour/9",
      "storefront://profile", "storefront://notifications", "storefront://home", "storefront://nowhere",
      "storefront://shop", "no link", "",
    ],
    flagArguments: ["EPHEMERAL_{\"onboarding.shortTour\":true}"],
    endings: [
      Start(), Start(arguments: ["EPHEMERAL_{\"onboarding.shortTour\":true}"]),
      Start(language: "de_DE.UTF-8", timeZone: "Asia/Tokyo"),
      Start(arguments: ["AUTOMATION_{\"simulateUserAlreadyOnboarded\":true}"]),
    ],
    journey: Self.onboardingJourney + [
      .tap(.button, "start-over"), .tap(.button, "keep"), .tap(.button, "start-over"),
      .tap(.button, "confirm-start-over"), .open("storefront://tour/2"), .back, .open("storefront://home"),
    ])

  /// From the welcome to the home screen.
  static let onboardingJourney: [Step] = [
    .tap(.button, "continue"), .back, .tap(.button, "continue"), .tap(.button, "continue"),
    .tap(.button, "skip"),
    .type(.textField, "name", text: "Ada", replaces: false),
    .type(.textField, "email", text: "ada@example", replaces: false),
    .type(.textField, "email", text: ".com", replaces: false), .tap(.button, "continue"),
    .tap(.toggle, "offers"), .tap(.button, "continue"), .tap(.cell, "edit-notifications"),
    .tap(.toggle, "order-updates"), .tap(.button, "continue"), .tap(.button, "finish"),
    .tap(.button, "continue"),
  ]
}
