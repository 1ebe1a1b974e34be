import ElementTree

extension Subject {
  static let account = Subject(
    name: "SampleAccount",
    links: [
      "storefront://account", "storefront://account/sign-in", "storefront://account/help",
      "storefront://account/sign-out", "storefront://account/nowhere", "sample://settings",
      "sample://settings/flags/none", "storefront://shop", "no link", "",
    ],
    slow: ["sign-in"],
    endings: [
      Start(), pastStartPage, Start(arguments: ["AUTOMATION_{\"simulateUserAlreadyLoggedIn\":true}"]),
      Start(arguments: ["--from", "signInHelp"], language: "ja_JP.UTF-8", timeZone: "Asia/Tokyo"),
    ],
    journey: visitToSettings + [.tap(.cell, "start-from-here"), .tap(.button, "leave-help")]
      + signIn + [
        .tap(.button, "sign-out"), .tap(.button, "stay-signed-in"), .tap(.button, "sign-out"),
        .tap(.button, "confirm-sign-out"), .tap(.button, "help"), .back,
        .open("storefront://account/sign-out"), .back,
      ])

  static let pastStartPage = Start(arguments: ["--from", "here"])

  /// From the start page to the settings and back again.
  static let visitToSettings: [Step] = [.tap(.button, "start-settings"), .back]

  /// From the sign-in screen to the account, with one mistake on the way.
  static let signIn: [Step] = [
    .type(.textField, "email", text: "ada@", replaces: false),
    .type(.textField, "email", text: "example.com", replaces: false),
    .type(.secureField, "password", text: "wrong", replaces: false), .tap(.button, "sign-in"),
    .type(.secureField, "password", text: "analytical engine", replaces: true), .tap(.button, "sign-in"),
  ]
}
