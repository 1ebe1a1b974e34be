package import AppRuntime
package import FeatureFlags
import StorefrontContracts

/// Greets new users, shows them around, and asks for what the app needs to know about them.
package struct OnboardingFeature: FeaturePlugin {
  /// Shows one page of the tour instead of three.
  package static let shortTour = FeatureFlag(
    "onboarding.shortTour", default: false, "Shows one page of the tour instead of three.")

  package var flags: [FlagDeclaration] { [Self.shortTour.declaration] }

  package var situations: [Situation] { [Self.userAlreadyOnboarded] }

  package let linkedPlaces = [
    LinkedPlace("welcome", "The first screen, for new users."),
    LinkedPlace("tour/2", "A page of the tour."),
    LinkedPlace("profile", "The name and the e-mail address."),
    LinkedPlace("notifications", "What the user wants to hear about."),
    LinkedPlace("home", "The home screen, after onboarding."),
  ]

  package init() {}

  package func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    let session = OnboardingSession(environment: environment)
    environment.services.provide(session, as: (any OnboardingStatus).self)
    return session
  }
}

extension OnboardingFeature {
  /// A user who finished onboarding some time ago, and lands on the home screen.
  package static let userAlreadyOnboarded = Situation(
    "userAlreadyOnboarded", "Somebody who has finished onboarding: Ada, who wants to hear about her orders."
  ) { data in
    let store = OnboardingStore(data: data)
    let profile = Profile(name: "Ada", email: "ada@example.com")
    try store.save(finished: profile)
    try store.save(
      OnboardingProgress(navigation: NavigationStack(root: .home), profile: profile, isFinished: true))
  }
}
