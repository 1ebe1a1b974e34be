import AppRuntime

/// How far a user has come, and what they have said on the way.
nonisolated struct OnboardingProgress: Codable, Equatable, Sendable {
  var navigation = NavigationStack<OnboardingStep>(root: .welcome)
  var profile = Profile()
  var notifications = NotificationChoice()
  var isFinished = false

  /// Goes back to a screen that the user has passed, or opens it where they came another way.
  mutating func goBack(to step: OnboardingStep) {
    while navigation.canGoBack, navigation.top != step { navigation.pop() }
    if navigation.top != step { navigation.push(step) }
  }

  /// Leaves out pages of the tour that there are no more.
  mutating func keepTour(within length: Int) {
    let path = navigation.path.filter { step in
      if case .tour(let page) = step { page < length } else { true }
    }
    navigation.replace(root: navigation.root, path: path)
  }
}

/// Who the user says they are.
nonisolated struct Profile: Codable, Equatable, Sendable {
  var name = ""
  var email = ""
}

/// What the user wants to be told about.
nonisolated struct NotificationChoice: Codable, Equatable, Sendable {
  var orderUpdates = true
  var offers = false
}
