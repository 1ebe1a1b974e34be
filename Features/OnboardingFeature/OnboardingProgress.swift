import AppRuntime
import Foundation

/// How far a user has come, and what they have answered on the way.
nonisolated struct OnboardingProgress: Codable, Equatable, Sendable {
  var navigation = NavigationStack<OnboardingStep>(root: .welcome)
  var profile = Profile()
  var notifications = NotificationChoice()
  var isFinished = false

  /// Goes back to an earlier screen; if the user has not been there, opens it instead.
  mutating func goBack(to step: OnboardingStep) {
    while navigation.canGoBack, navigation.top != step { navigation.pop() }
    if navigation.top != step { navigation.push(step) }
  }

  /// Chooses the screen to continue with: home for a finished user, otherwise the stored path without tour pages that
  /// no longer exist.
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

/// The user's name and e-mail address.
nonisolated struct Profile: Codable, Equatable, Sendable {
  var name = ""
  var email = ""
}

/// What the user wants to be notified about.
nonisolated struct NotificationChoice: Codable, Equatable, Sendable {
  var orderUpdates = true
  var offers = false
}

nonisolated extension Profile {
  /// What is wrong with the name, in words for the user; nil when it is valid.
  var nameProblem: String? {
    let trimmed = trimmedName
    if trimmed.isEmpty { return "Please enter your name." }
    if trimmed.count > Self.longestName { return "Please use at most \(Self.longestName) characters." }
    if !trimmed.contains(where: \.isLetter) { return "A name has at least one letter." }
    return nil
  }

  /// What is wrong with the e-mail address, in words for the user; nil when it is valid.
  var emailProblem: String? {
    let address = trimmedEmail
    if address.isEmpty { return "Please enter your e-mail address." }
    if address.contains(where: \.isWhitespace) { return "An e-mail address has no spaces." }
    let sides = address.split(separator: "@", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return "An e-mail address has one @." }
    if sides[0].isEmpty { return "Something is missing before the @." }
    let labels = sides[1].split(separator: ".", omittingEmptySubsequences: false)
    if sides[1].isEmpty { return "Something is missing after the @." }
    if labels.count < 2 || labels.contains("") { return "The part after the @ looks like example.com." }
    return nil
  }

  var isComplete: Bool { nameProblem == nil && emailProblem == nil }

  /// What is still missing or wrong, after the words for what needs it; nil if nothing is.
  func missing(for button: String) -> String? {
    let name = trimmedName.isEmpty ? "your name" : "a valid name"
    let missing = [
      nameProblem == nil ? nil : name, emailProblem == nil ? nil : "your whole e-mail address",
    ].compactMap(\.self)
    return missing.isEmpty ? nil : "\(button) needs \(missing.joined(separator: " and "))."
  }

  var trimmedName: String { name.trimmingCharacters(in: .whitespacesAndNewlines) }
  var trimmedEmail: String { email.trimmingCharacters(in: .whitespacesAndNewlines) }

  static var longestName: Int { 40 }
}

/// The screens of onboarding, in the order in which a new user meets them.
nonisolated enum OnboardingStep: Hashable, Codable, Sendable {
  case welcome
  case tour(page: Int)
  case profile
  case notifications
  case summary
  case done
  case home

  /// How much of onboarding is done on this screen, from 0 to 1.
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

  /// The screens that a link to this one puts above the first screen, this one included.
  var path: [OnboardingStep] {
    switch self {
    case .welcome, .summary, .done, .home: []
    case .tour(let page): (0...page).map { .tour(page: $0) }
    case .profile: [.profile]
    case .notifications: [.profile, .notifications]
    }
  }

  /// Reads a link, such as `tour/2` or `profile`; nil if it is not a screen of onboarding.
  init?(link: DeepLink, tourLength: Int) {
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
