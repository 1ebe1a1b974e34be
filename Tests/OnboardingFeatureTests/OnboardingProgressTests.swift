import AppRuntime
import Testing

@testable import OnboardingFeature

@Suite("The progress of a user")
struct OnboardingProgressTests {
  private static let way: [OnboardingStep] = [
    .tour(page: 0), .tour(page: 1), .profile, .notifications, .summary,
  ]

  private func progress(
    root: OnboardingStep = .welcome, path: [OnboardingStep] = [], isFinished: Bool = false
  ) -> OnboardingProgress {
    OnboardingProgress(navigation: NavigationStack(root: root, path: path), isFinished: isFinished)
  }

  @Test("goes back to a screen that the user has passed")
  func goBack() {
    var progress = progress(path: Self.way)
    progress.goBack(to: .profile)
    #expect(progress.navigation.path == [.tour(page: 0), .tour(page: 1), .profile])
  }

  @Test("opens the screen to go back to where the user came another way")
  func goBackToNew() {
    var progress = progress(path: [.notifications, .summary])
    progress.goBack(to: .profile)
    #expect(progress.navigation == NavigationStack(root: .welcome, path: [.profile]))
  }

  @Test("goes on where it was")
  func resume() {
    let before = progress(path: Self.way)
    var resumed = before
    resumed.resume(tourLength: 3)
    #expect(resumed == before)
  }

  @Test("leaves out pages that the tour no longer has")
  func shorterTour() {
    var progress = progress(path: [.tour(page: 0), .tour(page: 1), .tour(page: 2)])
    progress.resume(tourLength: 1)
    #expect(progress.navigation == NavigationStack(root: .welcome, path: [.tour(page: 0)]))
  }

  @Test("takes a user who has finished home, wherever they were")
  func finished() {
    var progress = progress(root: .done, path: [.profile], isFinished: true)
    progress.resume(tourLength: 3)
    #expect(progress.navigation == NavigationStack(root: .home))
  }

  @Test("leaves out what cannot be on the way of a user who has not")
  func impossible() {
    var progress = progress(root: .home, path: [.tour(page: -1), .profile, .done, .welcome])
    progress.resume(tourLength: 3)
    #expect(progress.navigation == NavigationStack(root: .welcome, path: [.profile]))
  }
}
