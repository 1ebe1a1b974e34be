import AppDriver

/// What every page of onboarding has.
class OnboardingPage: PageObject {
  var headline: AppElement { app.staticTexts["headline"] }
  var continueButton: AppElement { app.buttons["continue"] }

  /// Presses Continue and waits for the page that should follow.
  func goOn<Next: PageObject>(to next: Next.Type) throws -> Next {
    try continueButton.tap()
    return try next.init(app).waitUntilShown()
  }

  /// Goes back and waits for the page that should come.
  func goBack<Before: PageObject>(to page: Before.Type) throws -> Before {
    try app.back()
    return try page.init(app).waitUntilShown()
  }
}

final class WelcomePage: OnboardingPage {
  override var identifier: String { "welcome" }

  func skipTour() throws -> ProfilePage {
    try app.buttons["skip"].tap()
    return try ProfilePage(app).waitUntilShown()
  }
}

class TourPage: OnboardingPage {
  var progress: AppElement { app.progressIndicators["progress"] }

  func skip() throws -> ProfilePage {
    try app.buttons["skip"].tap()
    return try ProfilePage(app).waitUntilShown()
  }
}

final class FirstTourPage: TourPage {
  override var identifier: String { "tour-1" }
}

final class SecondTourPage: TourPage {
  override var identifier: String { "tour-2" }
}

final class ThirdTourPage: TourPage {
  override var identifier: String { "tour-3" }
}

final class ProfilePage: OnboardingPage {
  override var identifier: String { "profile" }

  var name: AppElement { app.textFields["name"] }
  var email: AppElement { app.textFields["email"] }
  var nameProblem: AppElement { app.staticTexts["name-problem"] }
  var emailProblem: AppElement { app.staticTexts["email-problem"] }

  @discardableResult
  func enter(name: String, email: String) throws -> Self {
    try self.name.replaceText(name)
    try self.email.replaceText(email)
    return self
  }
}

final class NotificationsPage: OnboardingPage {
  override var identifier: String { "notifications" }

  var orderUpdates: AppElement { app.switches["order-updates"] }
  var offers: AppElement { app.switches["offers"] }
}

final class SummaryPage: OnboardingPage {
  override var identifier: String { "summary" }

  var name: AppElement { app.cells["edit-name"] }
  var email: AppElement { app.cells["edit-email"] }
  var notifications: AppElement { app.cells["edit-notifications"] }

  func finish() throws -> DonePage {
    try app.buttons["finish"].tap()
    return try DonePage(app).waitUntilShown()
  }
}

final class DonePage: OnboardingPage {
  override var identifier: String { "done" }
}

final class HomePage: PageObject {
  override var identifier: String { "home" }

  var greeting: AppElement { app.staticTexts["greeting"] }
  var notifications: AppElement { app.staticTexts["home-notifications"] }
  var startOver: AppElement { app.buttons["start-over"] }
}
