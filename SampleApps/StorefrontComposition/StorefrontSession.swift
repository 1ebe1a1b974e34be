import AppRuntime
import ElementTree
import Observation
import StorefrontContracts

/// The product while it runs; decides which of its features is shown.
@Observable
final class StorefrontSession: FeatureSession {
  private static let start = StorefrontTab.shop

  private(set) var tab = start
  /// The other tabs on which something unsaved was left. Nobody types on a tab that is not shown.
  private var leftUnsaved: Set<StorefrontTab> = []
  /// A link that led nowhere, while the screen that says so is shown.
  private(set) var lostLink: String?
  /// The link to open once the user has reached the tabs.
  @ObservationIgnored private var waitingLink: DeepLink?

  /// Counts the redraws for changes that observation cannot see.
  private var looks = 0
  /// The gate of the screen that was drawn last; nil if the tabs were shown.
  @ObservationIgnored private weak var shownGate: (any FeatureSession)?

  @ObservationIgnored private let sessions: StorefrontSessions
  @ObservationIgnored private let services: AppServices
  @ObservationIgnored private let tasks: TaskScope

  init(_ sessions: StorefrontSessions, environment: AppEnvironment) {
    self.sessions = sessions
    services = environment.services
    tasks = environment.tasks
  }

  var body: Element {
    _ = looks
    let gate = gate
    shownGate = gate
    if let gate { return gate.body }
    let shown = sessions[tab].body
    var screen = lostLink.map { LostScreen(link: $0).element } ?? shown
    if !leftUnsaved.isEmpty || shown.traits.contains(.unsaved) { screen.traits.insert(.unsaved) }
    let openOrders = services.find((any OpenOrders).self)?.openOrderCount ?? 0
    screen.children.append(
      StorefrontTabBar(selected: lostLink == nil ? tab : nil, openOrders: openOrders).element)
    return screen
  }

  func handle(_ action: Action) throws(ActionError) {
    let gate = gate
    if gate !== shownGate {
      // Signing out happens by time alone. The pressed element is gone, and the user has to see the new screen first.
      looks += 1
    } else if let gate {
      try gate.handle(action)
    } else if case .tap(let identifier) = action, let tab = StorefrontTab(rawValue: identifier) {
      // The feature's field is left for the tab.
      try sessions[self.tab].handle(.focus(identifier))
      show(tab)
    } else if lostLink == nil {
      try sessions[tab].handle(action)
    } else {
      try handleWhenLost(action)
    }
  }

  func open(_ link: DeepLink) -> Bool {
    if let gate {
      if !gate.open(link) {
        waitingLink = link
        followWaitingLink()
      }
    } else if let owner = StorefrontTab.allCases.first(where: { sessions[$0].open(link) }) {
      show(owner)
    } else {
      lostLink = link.text
    }
    return true
  }

  private func show(_ next: StorefrontTab) {
    if sessions[tab].body.traits.contains(.unsaved) { leftUnsaved.insert(tab) }
    leftUnsaved.remove(next)
    (tab, lostLink) = (next, nil)
  }

  /// The feature that a user has to pass before the tabs: onboarding, then sign-in; nil after both.
  private var gate: (any FeatureSession)? {
    if services.find((any OnboardingStatus).self)?.isOnboarded != true { return sessions.onboarding }
    return services.find((any SignInStatus).self)?.isSignedIn != true ? sessions.account : nil
  }

  private func handleWhenLost(_ action: Action) throws(ActionError) {
    switch action {
    case .tap(let identifier), .edit(let identifier, _):
      guard let action = LostAction(rawValue: identifier) else { throw .unhandled(identifier) }
      switch action {
      case .home: show(Self.start)
      }
    case .back: lostLink = nil
    case .focus: break
    }
  }

  /// Opens the waiting link, now or as soon as no gate is left.
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

  /// Tries again after a change that is about to happen; the app counts as busy until then.
  private func look() {
    tasks.start("follow a link") { [weak self] in self?.followWaitingLink() }
  }
}

/// The sessions of the product's features.
struct StorefrontSessions {
  let onboarding: any FeatureSession
  let shop: any FeatureSession
  let orders: any FeatureSession
  let account: any FeatureSession
  let settings: any FeatureSession

  subscript(tab: StorefrontTab) -> any FeatureSession {
    switch tab {
    case .shop: shop
    case .orders: orders
    case .account: account
    case .settings: settings
    }
  }
}

/// The features that have a tab.
nonisolated enum StorefrontTab: String, CaseIterable {
  case shop = "tab-shop"
  case orders = "tab-orders"
  case account = "tab-account"
  case settings = "tab-settings"

  var label: String {
    switch self {
    case .shop: "Menu"
    case .orders: "Orders"
    case .account: "Account"
    case .settings: "Settings"
    }
  }

  /// The place of the tab's first screen.
  var place: String { String(rawValue.dropFirst("tab-".count)) }
}

/// The row of tabs below every screen.
struct StorefrontTabBar: ElementConvertible {
  let selected: StorefrontTab?
  let openOrders: Int

  var element: Element {
    TabBar(id: "tabs") {
      for tab in StorefrontTab.allCases {
        Tab(
          tab.label, id: tab, isSelected: tab == selected,
          badge: tab == .orders && openOrders > 0 ? "\(openOrders)" : nil)
      }
    }.element
  }
}

/// What can be pressed on the screen for a link that led nowhere.
nonisolated enum LostAction: String { case home = "lost-home" }

/// Shown when a link leads nowhere.
struct LostScreen: ElementConvertible {
  let link: String

  var element: Element {
    Screen("lost", title: "Nothing here", allowsBack: true) {
      Text("This link leads nowhere.", id: "headline").traits(.heading)
      Text(link, id: "lost-link").traits(.secondary)
      Text("It may be old, or it may have been cut off on its way to you.")
      Button("To the menu", id: LostAction.home).traits(.primary)
    }.element
  }
}
