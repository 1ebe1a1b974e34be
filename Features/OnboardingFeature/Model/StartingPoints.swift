package import AppRuntime

nonisolated extension StartingPoint {
  /// A user who finished onboarding some time ago, and lands on the home screen.
  package static let userAlreadyOnboarded = StartingPoint(
    "userAlreadyOnboarded", "Somebody who has finished onboarding: Ada, who wants to hear about her orders."
  ) { data in
    let store = OnboardingStore(data: data)
    let profile = Profile(name: "Ada", email: "ada@example.com")
    try store.save(finished: profile)
    try store.save(
      OnboardingProgress(navigation: NavigationStack(root: .home), profile: profile, isFinished: true))
  }
}
