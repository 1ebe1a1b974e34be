import AppRuntime
import ElementTree
import Observation

/// The product while it runs: which of its features is in front.
@Observable
final class StorefrontSession: FeatureSession {
  private static let start = StorefrontTab.shop

  private(set) var tab = start
  /// The link that led nowhere, until somebody has seen it.
  private(set) var lostLink: String?
  /// The link to follow once the tabs are open.
  @ObservationIgnored private var waitingLink: DeepLink?

  @ObservationIgnored private let onboarding: any FeatureSession
  @ObservationIgnored private let shop: any FeatureSession
  @ObservationIgnored private let orders: any FeatureSession
  @ObservationIgnored private let account: any FeatureSession
  @ObservationIgnored private let settings: any FeatureSession
  @ObservationIgnored private let services: AppServices
  @ObservationIgnored private let tasks: TaskScope

  init(
    onboarding: any FeatureSession, shop: any FeatureSession, orders: any FeatureSession,
    account: any FeatureSession, settings: any FeatureSession, environment: AppEnvironment
  ) {
    self.onboarding = onboarding
    self.shop = shop
    self.orders = orders
    self.account = account
    self.settings = settings
    services = environment.services
    tasks = environment.tasks
  }

  var body: Element {
    if let gate { return gate.body }
    var screen = lostLink.map { LostScreen(link: $0).element } ?? front.body
    let openOrders = services.find((any OpenOrders).self)?.openOrderCount ?? 0
    screen.children.append(
      StorefrontTabBar(selected: lostLink == nil ? tab : nil, openOrders: openOrders).element)
    return screen
  }

  func handle(_ action: Action) {
    if let gate {
      gate.handle(action)
    } else if case .tap(let identifier) = action, let tab = StorefrontTab(identifier: identifier) {
      (self.tab, lostLink) = (tab, nil)
    } else if lostLink != nil {
      handleWhenLost(action)
    } else {
      front.handle(action)
    }
  }

  func open(_ link: DeepLink) -> Bool {
    if let gate {
      if gate.open(link) { return true }
      guard link.scheme == "storefront" else { return false }
      waitingLink = link
      followWaitingLink()
      return true
    }
    if let owner = StorefrontTab.allCases.first(where: { session(of: $0).open(link) }) {
      (tab, lostLink) = (owner, nil)
      return true
    }
    guard link.scheme == "storefront" else { return false }
    lostLink = link.text
    return true
  }

  /// What stands before the tabs: onboarding, then the sign-in.
  private var gate: (any FeatureSession)? {
    if services.find((any OnboardingStatus).self)?.isOnboarded != true { return onboarding }
    return services.find((any SignInStatus).self)?.signedInUser == nil ? account : nil
  }

  private var front: any FeatureSession { session(of: tab) }

  private func session(of tab: StorefrontTab) -> any FeatureSession {
    switch tab {
    case .shop: shop
    case .orders: orders
    case .account: account
    case .settings: settings
    }
  }

  private func handleWhenLost(_ action: Action) {
    switch action {
    case .tap(LostScreen.home): (tab, lostLink) = (Self.start, nil)
    case .back: lostLink = nil
    case .tap, .edit, .focus: break
    }
  }

  /// Opens the link that waits, now or as soon as nothing stands before the tabs.
  private func followWaitingLink() {
    guard let link = waitingLink else { return }
    let isClosed = withObservationTracking {
      gate != nil
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.look() }
    }
    guard !isClosed else { return }
    waitingLink = nil
    _ = open(link)
  }

  /// Looks again after a change that is about to happen; the app is busy until then.
  private func look() {
    tasks.start("follow a link") { [weak self] in self?.followWaitingLink() }
  }
}
