import AppRuntime
import Testing

@testable import OnboardingFeature

@Suite("A step of onboarding")
struct OnboardingStepTests {
  @Test("says how much is behind the user, with a tour of any length")
  func fractions() {
    #expect(OnboardingStep.welcome.fraction(tourLength: 3) == 0)
    #expect(OnboardingStep.tour(page: 0).fraction(tourLength: 3) == 1.0 / 7)
    #expect(OnboardingStep.tour(page: 2).fraction(tourLength: 3) == 3.0 / 7)
    #expect(OnboardingStep.profile.fraction(tourLength: 3) == 4.0 / 7)
    #expect(OnboardingStep.notifications.fraction(tourLength: 3) == 5.0 / 7)
    #expect(OnboardingStep.summary.fraction(tourLength: 3) == 6.0 / 7)
    #expect(OnboardingStep.done.fraction(tourLength: 3) == 1)
    #expect(OnboardingStep.home.fraction(tourLength: 3) == 1)
    #expect(OnboardingStep.profile.fraction(tourLength: 1) == 2.0 / 5)
  }

  @Test(
    "is found by its link",
    arguments: [
      ("onboarding://welcome", OnboardingStep.welcome),
      ("onboarding://tour", .tour(page: 0)),
      ("onboarding://tour/1", .tour(page: 0)),
      ("ONBOARDING://tour/3", .tour(page: 2)),
      ("onboarding://profile", .profile),
      ("onboarding://notifications?from=mail", .notifications),
      ("onboarding://home", .home),
    ])
  func link(text: String, step: OnboardingStep) throws {
    #expect(OnboardingStep(link: try #require(DeepLink(text)), tourLength: 3) == step)
  }

  @Test(
    "is found by no other link",
    arguments: [
      "shop://profile", "onboarding://", "onboarding://tour/0", "onboarding://tour/4", "onboarding://tour/x",
      "onboarding://tour/1/2", "onboarding://profile/name", "onboarding://summary", "onboarding://done",
      "onboarding://tour/9223372036854775808",
    ])
  func noLink(text: String) throws {
    #expect(OnboardingStep(link: try #require(DeepLink(text)), tourLength: 3) == nil)
  }

  @Test("has the screens before it on its path, so that a link can be left by going back")
  func path() {
    #expect(OnboardingStep.welcome.path == [])
    #expect(OnboardingStep.tour(page: 2).path == [.tour(page: 0), .tour(page: 1), .tour(page: 2)])
    #expect(OnboardingStep.profile.path == [.profile])
    #expect(OnboardingStep.notifications.path == [.profile, .notifications])
    #expect(OnboardingStep.home.path == [])
  }
}
