public import AppData
public import ElementTree
public import FeatureFlags

/// Runs an app: builds it, shows it, takes actions on it, and builds it anew when asked.
///
/// The first start and every restart are the same code.
public final class AppHost {
  /// The app that runs.
  public let definition: AppDefinition
  /// Where the app keeps its data.
  public let container: AppContainer
  /// How many times the app has been built in this process.
  public internal(set) var generation = 0
  /// What the running generation shows; nothing before the first start and in the middle of a restart.
  public internal(set) var window: AppWindow?
  /// What the running generation may touch; nothing before the first start and in the middle of a restart.
  public internal(set) var environment: AppEnvironment?
  /// What the running generation was asked to start with, without what its situations added.
  public internal(set) var launch = LaunchConfiguration()
  /// Kept flag values that could not be used at the latest start.
  public internal(set) var flagProblems: [FlagError] = []
  /// What the app shows now, as it was last drawn.
  public internal(set) var tree: Element

  let clock: AppClock
  let observers: [any AppHostObserver]
  let turnstile = Turnstile()
  let restarts = ActivityTracker()
  var displays: [any ElementDisplay] = []
  var needsDrawing = false

  /// Creates a host; `restart(with:)` starts the app.
  public init(
    _ definition: AppDefinition, container: AppContainer, clock: AppClock = .system,
    observers: [any AppHostObserver] = []
  ) {
    self.definition = definition
    self.container = container
    self.clock = clock
    self.observers = observers
    tree = Element(.window, label: definition.name)
  }

  /// The options that the host, the app's feature and the observers understand.
  public var launchOptions: [LaunchOption] {
    [.open] + definition.feature.launchOptions + observers.flatMap(\.launchOptions)
  }

  /// The running feature; nothing before the first start and in the middle of a restart.
  public var session: (any FeatureSession)? { window?.session }

  /// What the app is busy with.
  public var activities: [Activity] { restarts.current + (environment?.activity.current ?? []) }

  /// Shows the screen that the link leads to.
  public func open(_ text: String) throws(DeepLinkError) {
    try open(DeepLink(text, scheme: definition.linkScheme))
  }

  func open(_ link: DeepLink) throws(DeepLinkError) {
    guard let window, window.open(link) else { throw .unknown(link.text) }
    needsDrawing = true
    drawIfNeeded()
  }
}
