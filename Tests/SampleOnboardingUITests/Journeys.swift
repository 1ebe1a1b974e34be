import AppDriver

/// The ways through onboarding that several tests walk.
enum Journey {
  /// Walks from the welcome page to each page in turn, and calls the closure there.
  static func visitEveryPage(_ app: App, _ visit: (String) throws -> Void) throws {
    func arrive(_ page: PageObject) throws { try visit(page.identifier) }
    let welcome = try WelcomePage(app).waitUntilShown()
    try arrive(welcome)
    let first = try welcome.goOn(to: FirstTourPage.self)
    try arrive(first)
    let second = try first.goOn(to: SecondTourPage.self)
    try arrive(second)
    let third = try second.goOn(to: ThirdTourPage.self)
    try arrive(third)
    let profile = try third.goOn(to: ProfilePage.self)
    try arrive(profile)
    let notifications = try profile.enter(name: "Ada", email: "ada@example.com")
      .goOn(to: NotificationsPage.self)
    try arrive(notifications)
    let summary = try notifications.goOn(to: SummaryPage.self)
    try arrive(summary)
    let done = try summary.finish()
    try arrive(done)
    try arrive(try done.goOn(to: HomePage.self))
  }

  /// The screens of `visitEveryPage`, in order.
  static let screens = [
    "welcome", "tour-1", "tour-2", "tour-3", "profile", "notifications", "summary", "done", "home",
  ]

  /// Walks the whole way, without looking left or right.
  @discardableResult
  static func finish(_ app: App) throws -> HomePage {
    try visitEveryPage(app) { _ in }
    return HomePage(app)
  }

  /// Walks as far as the screen.
  static func walk(_ app: App, to screen: String) throws {
    struct Arrived: Error {}
    do {
      try visitEveryPage(app) { if $0 == screen { throw Arrived() } }
    } catch is Arrived {}
  }
}
