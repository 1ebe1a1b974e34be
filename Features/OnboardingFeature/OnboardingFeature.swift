package import AppRuntime
package import FeatureFlags

/// Greets new users, shows them around and asks for what the app needs to know of them.
package struct OnboardingFeature: FeaturePlugin {
  /// Shows one page of the tour, not three.
  package static let shortTour = Flag(
    "onboarding.shortTour", default: false, "Shows one page of the tour instead of three.")

  package let id: FeatureID = "onboarding"
  package var flags: [FlagDeclaration] { [Self.shortTour.declaration] }

  package var startingPoints: [StartingPoint] { [.userAlreadyOnboarded] }

  package init() {}

  package func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    OnboardingSession(environment: environment)
  }
}
