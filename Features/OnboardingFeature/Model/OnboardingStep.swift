import AppRuntime

/// The screens of onboarding, in the order in which a new user meets them.
nonisolated enum OnboardingStep: Hashable, Codable, Sendable {
  case welcome
  case tour(page: Int)
  case profile
  case notifications
  case summary
  case done
  case home

  /// How much of onboarding is behind the user on this screen.
  func fraction(tourLength: Int) -> Double {
    let total = Double(tourLength + 4)
    return switch self {
    case .welcome: 0
    case .tour(let page): Double(page + 1) / total
    case .profile: Double(tourLength + 1) / total
    case .notifications: Double(tourLength + 2) / total
    case .summary: Double(tourLength + 3) / total
    case .done, .home: 1
    }
  }

  /// The screens between the first one and this one, this one included, as a link opens them.
  var path: [OnboardingStep] {
    switch self {
    case .welcome, .summary, .done, .home: []
    case .tour(let page): (0...page).map { .tour(page: $0) }
    case .profile: [.profile]
    case .notifications: [.profile, .notifications]
    }
  }

  /// Reads a link: `onboarding://tour/2`, `onboarding://profile`.
  init?(link: DeepLink, tourLength: Int) {
    guard link.scheme == "onboarding" else { return nil }
    switch link.path {
    case ["welcome"]: self = .welcome
    case ["profile"]: self = .profile
    case ["notifications"]: self = .notifications
    case ["home"]: self = .home
    case ["tour"]: self = .tour(page: 0)
    default:
      guard link.path.count == 2, link.path[0] == "tour", let number = Int(link.path[1]),
        (1...tourLength).contains(number)
      else { return nil }
      self = .tour(page: number - 1)
    }
  }
}
