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

  /// Finds the screen to go on with: a finished user is at home, and a tour may have fewer pages than it had.
  mutating func resume(tourLength: Int) {
    guard !isFinished else { return navigation.replace(root: .home) }
    let path = navigation.path.filter { step in
      switch step {
      case .tour(let page): (0..<tourLength).contains(page)
      case .profile, .notifications, .summary: true
      case .welcome, .done, .home: false
      }
    }
    navigation.replace(root: .welcome, path: path)
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
