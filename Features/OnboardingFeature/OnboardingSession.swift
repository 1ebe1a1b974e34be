import AppRuntime
import ElementTree
import FeatureFlags
import Observation

/// The onboarding of one user while it runs.
@Observable
final class OnboardingSession: FeatureSession, OnboardingStatus {
  private(set) var progress: OnboardingProgress
  private(set) var asksToStartOver = false
  private(set) var saveProblem: String?

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
    environment.services.provide(self, as: (any OnboardingStatus).self)
  }

  var isOnboarded: Bool { progress.navigation.top == .home }

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
    case .profile: ProfileScreen(profile: progress.profile, fraction: fraction).element
    case .notifications: NotificationsScreen(choice: progress.notifications, fraction: fraction).element
    case .summary: SummaryScreen(progress: progress, fraction: fraction).element
    case .done: DoneScreen(profile: progress.profile).element
    case .home: HomeScreen(progress: progress).element
    }
  }

  func handle(_ action: Action) {
    switch action {
    case .tap(let identifier): tap(identifier)
    case .edit(let identifier, let text): edit(identifier, text)
    case .back: update { $0.navigation.pop() }
    case .focus: break
    }
  }

  func open(_ link: DeepLink) -> Bool {
    guard let step = OnboardingStep(link: link, tourLength: tour.count) else { return false }
    guard progress.isFinished == (step == .home) else { return false }
    update { $0.navigation.replace(root: step == .home ? .home : .welcome, path: step.path) }
    return true
  }

  private func tap(_ identifier: String) {
    switch identifier {
    case OnboardingID.continue: goOn()
    case OnboardingID.skip: update { $0.navigation.push(.profile) }
    case OnboardingID.orderUpdates: update { $0.notifications.orderUpdates.toggle() }
    case OnboardingID.offers: update { $0.notifications.offers.toggle() }
    case OnboardingID.editName, OnboardingID.editEmail: update { $0.goBack(to: .profile) }
    case OnboardingID.editNotifications: update { $0.goBack(to: .notifications) }
    case OnboardingID.finish: finish()
    case OnboardingID.startOver: asksToStartOver = true
    case OnboardingID.keep: asksToStartOver = false
    case OnboardingID.confirmStartOver: startOver()
    default: break
    }
  }

  private func edit(_ identifier: String, _ text: String) {
    switch identifier {
    case OnboardingID.name: update { $0.profile.name = text }
    case OnboardingID.email: update { $0.profile.email = text }
    default: break
    }
  }

  private func goOn() {
    let tourLength = tour.count
    update { progress in
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
    asksToStartOver = false
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
