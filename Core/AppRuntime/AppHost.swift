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
  /// What whoever shows the app understands on its command line.
  package let interfaceOptions: [LaunchOption]
  let observers: [any AppHostObserver]
  let turnstile = Turnstile()
  let restarts = ActivityTracker()
  var displays: [any ElementDisplay] = []
  var needsDrawing = false

  /// Creates a host; `restart(with:)` starts the app. Apps begin with `AppBoot`, which makes one.
  ///
  /// What the app keeps besides its container belongs to the container from here on: it is erased and counted with it.
  public init(
    _ definition: AppDefinition, container: AppContainer, options: [LaunchOption] = [],
    clock: AppClock = .system, observers: [any AppHostObserver] = []
  ) {
    self.definition = definition
    self.container = container
    interfaceOptions = options
    self.clock = clock
    self.observers = observers
    for part in definition.additionalData { container.register(part) }
    tree = Element(.window, label: definition.name)
  }

  /// Everything that the app understands on its command line.
  public var launchOptions: [LaunchOption] {
    Self.options(of: definition, observers: observers, and: interfaceOptions)
  }

  static func options(
    of definition: AppDefinition, observers: [any AppHostObserver], and own: [LaunchOption]
  ) -> [LaunchOption] {
    own + [.open] + definition.feature.launchOptions + observers.flatMap(\.launchOptions)
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
