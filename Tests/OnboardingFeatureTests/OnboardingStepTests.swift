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
    "is found by its place",
    arguments: [
      ("welcome", OnboardingStep.welcome),
      ("tour", .tour(page: 0)),
      ("tour/1", .tour(page: 0)),
      ("tour/3", .tour(page: 2)),
      ("profile", .profile),
      ("notifications?from=mail", .notifications),
      ("home", .home),
    ])
  func link(text: String, step: OnboardingStep) throws {
    #expect(OnboardingStep(link: try #require(DeepLink(place: text)), tourLength: 3) == step)
  }

  @Test(
    "is found by no other place",
    arguments: [
      "", "tour/0", "tour/4", "tour/x",
      "tour/1/2", "profile/name", "summary", "done",
      "tour/9223372036854775808",
    ])
  func noLink(text: String) throws {
    #expect(OnboardingStep(link: try #require(DeepLink(place: text)), tourLength: 3) == nil)
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
