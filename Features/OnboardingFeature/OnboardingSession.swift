import AppRuntime
import ElementTree
import FeatureFlags
import Observation
import StorefrontContracts

/// What can be pressed during onboarding.
enum OnboardingAction: String {
  case `continue`, skip, offers, finish, keep
  case orderUpdates = "order-updates"
  case editName = "edit-name"
  case editEmail = "edit-email"
  case editNotifications = "edit-notifications"
  case startOver = "start-over"
  case confirmStartOver = "confirm-start-over"
}

/// The fields of onboarding.
enum OnboardingField: String {
  case name, email
}

/// The onboarding of one user while the app runs.
@Observable
final class OnboardingSession: FeatureSession, OnboardingStatus {
  private(set) var progress: OnboardingProgress
  private(set) var asksToStartOver = false
  private(set) var saveProblem: String?
  /// The field that is being typed into: what is wrong with it is said when it is left.
  private var typing: OnboardingField?
  /// Whether the profile was opened to change the address.
  private var startsInEmail = false

  @ObservationIgnored private let store: OnboardingStore
  @ObservationIgnored private let tour: [TourPage]

  init(environment: AppEnvironment) {
    store = OnboardingStore(data: environment.data)
    tour = TourPage.pages(short: environment.flags[OnboardingFeature.shortTour])
    do {
      progress = try store.load()
    } catch {
      progress = OnboardingProgress()
      saveProblem = "Your earlier progress could not be read: \(error)"
    }
    progress.resume(tourLength: tour.count)
  }

  var isOnboarded: Bool { progress.navigation.top == .home }
  var email: String { progress.profile.trimmedEmail }

  var body: Element {
    var screen = screen(for: progress.navigation.top)
    if let saveProblem {
      screen.children.append(Text(saveProblem, id: "save-problem").traits(.failure))
    }
    if asksToStartOver { screen.children.append(StartOverAlert().element) }
    return screen
  }

  private func screen(for step: OnboardingStep) -> Element {
    let fraction = step.fraction(tourLength: tour.count)
    return switch step {
    case .welcome: WelcomeScreen().element
    case .tour(let page):
      TourScreen(page: tour[page], number: page + 1, of: tour.count, fraction: fraction).element
    case .profile:
      ProfileScreen(
        profile: progress.profile, typing: typing, startsInEmail: startsInEmail, fraction: fraction
      ).element
    case .notifications: NotificationsScreen(choice: progress.notifications, fraction: fraction).element
    case .summary: SummaryScreen(progress: progress, fraction: fraction).element
    case .done: DoneScreen(profile: progress.profile).element
    case .home: HomeScreen(progress: progress).element
    }
  }

  func tap(_ action: OnboardingAction) {
    typing = nil
    switch action {
    case .continue: goOn()
    case .skip: update { $0.navigation.push(.profile) }
    case .orderUpdates: update { $0.notifications.orderUpdates.toggle() }
    case .offers: update { $0.notifications.offers.toggle() }
    case .editName, .editEmail:
      startsInEmail = action == .editEmail
      update { $0.navigation.push(.profile) }
    case .editNotifications: update { $0.navigation.push(.notifications) }
    case .finish: finish()
    case .startOver: asksToStartOver = true
    case .keep: asksToStartOver = false
    case .confirmStartOver: startOver()
    }
  }

  func focusMoved(to identifier: String) { typing = nil }

  func edit(_ field: OnboardingField, to text: String) {
    typing = field
    switch field {
    case .name: update { $0.profile.name = text }
    case .email: update { $0.profile.email = text }
    }
  }

  func goBack() { update { $0.navigation.pop() } }

  func open(_ link: DeepLink) -> Bool {
    guard let step = OnboardingStep(link: link, tourLength: tour.count) else { return false }
    guard progress.isFinished == (step == .home) else { return false }
    (asksToStartOver, typing, startsInEmail) = (false, nil, false)
    update { $0.navigation.replace(root: step == .home ? .home : .welcome, path: step.path) }
    return true
  }

  private func goOn() {
    let tourLength = tour.count
    update { progress in
      // Who has changed an answer is shown all of them again.
      if progress.navigation.path.dropLast().contains(.summary) { return progress.goBack(to: .summary) }
      switch progress.navigation.top {
      case .welcome: progress.navigation.push(.tour(page: 0))
      case .tour(let page) where page + 1 < tourLength: progress.navigation.push(.tour(page: page + 1))
      case .tour: progress.navigation.push(.profile)
      case .profile: progress.navigation.push(.notifications)
      case .notifications: progress.navigation.push(.summary)
      case .done: progress.navigation.replace(root: .home)
      case .summary, .home: break
      }
    }
  }

  private func finish() {
    attempt {
      var finished = progress
      finished.isFinished = true
      finished.navigation.replace(root: .done)
      try store.save(finished: finished.profile)
      try store.save(finished)
      progress = finished
    }
  }

  private func startOver() {
    (asksToStartOver, startsInEmail) = (false, false)
    attempt {
      try store.erase()
      progress = OnboardingProgress()
    }
  }

  private func update(_ change: (inout OnboardingProgress) -> Void) {
    change(&progress)
    attempt { try store.save(progress) }
  }

  private func attempt(_ work: () throws -> Void) {
    do {
      try work()
      saveProblem = nil
    } catch {
      saveProblem = "This could not be saved: \(error)"
    }
  }
}
