public import AppData
public import ElementTree

/// Runs an app: builds it, shows it, performs actions on it, and builds it anew when asked.
///
/// The first start runs the same code as every restart.
public final class AppHost {
  /// The app that runs.
  public let definition: AppDefinition
  /// Where the app keeps its data.
  public let container: AppContainer
  /// How many times the app has been built in this process.
  public internal(set) var generation = 0
  /// What the running generation shows; nil before the first start and during a restart.
  public internal(set) var window: AppWindow?
  /// What the running generation may use; nil before the first start and during a restart.
  public internal(set) var environment: AppEnvironment?
  /// What the running generation was asked to start with, without the additions of its situations.
  public internal(set) var launch = LaunchConfiguration()
  /// Errors for the stored flag values that could not be used at the latest start.
  public internal(set) var flagProblems: [any Error] = []
  /// The tree that was drawn last.
  public internal(set) var tree: Element

  /// What is shown beside the app; it outlives the generations.
  public var banner: Banner? {
    didSet { for display in displays { display.draw(tree) } }
  }

  /// Called before each write of a generation that begins after this is set, on whatever thread. Must not write.
  package var onWrite: @Sendable () -> Void = {}

  let clock: AppClock
  package let network: HTTPClient
  /// The command line options of the interface that shows the app.
  package let interfaceOptions: [LaunchOption]
  let observers: [any AppHostObserver]
  let turnstile = Turnstile()
  let restarts: ActivityTracker
  var displays: [any ElementDisplay] = []
  var needsDrawing = false
  /// The situations whose data were written last, unless data were erased since; nil for any, over data that were restored.
  var prepared: Set<String>? = []
  /// Work that has not ended with its generation, and that no report has told of yet.
  var abandonedWork: [Activity] = []

  /// Creates a host; `restart(with:)` starts the app. Apps begin with `AppBoot`, which makes one.
  ///
  /// The definition's additional data becomes part of the container: it is erased and counted with the rest. Without
  /// `network`, the app asks servers through the client of its definition.
  public init(
    _ definition: AppDefinition, container: AppContainer, options: [LaunchOption] = [],
    clock: AppClock = .system, network: HTTPClient? = nil, observers: [any AppHostObserver] = []
  ) {
    self.definition = definition
    self.container = container
    interfaceOptions = options
    self.clock = clock
    self.network = network ?? definition.network
    restarts = ActivityTracker(clock.heldTasks)
    self.observers = observers
    for part in definition.additionalData { container.register(part) }
    tree = Element(.window, label: definition.name)
    clock.heldTasks.watch { [weak self] in Task { @MainActor in self?.environment?.activity.wakeIfIdle() } }
  }

  /// All command line options of the app.
  public var launchOptions: [LaunchOption] {
    Self.options(of: definition, observers: observers, and: interfaceOptions)
  }

  /// Throws what is wrong with a command line.
  static func check(
    _ launch: LaunchConfiguration, options: [LaunchOption], observers: [any AppHostObserver]
  ) throws(LaunchArgumentError) {
    try launch.check(options: options) { argument in observers.contains { $0.recognizes(argument: argument) }
    }
  }

  static func options(
    of definition: AppDefinition, observers: [any AppHostObserver], and own: [LaunchOption]
  ) -> [LaunchOption] {
    own + [.open] + definition.feature.launchOptions
      + observers.flatMap { $0.launchOptions + $0.helpSections.compactMap(\.option) }
  }

  /// The session of the running feature; nil before the first start and during a restart.
  public var session: (any FeatureSession)? { window?.session }

  /// The work that the app is busy with.
  public var activities: [Activity] { restarts.current + (environment?.activity.current ?? []) }

  /// Erases all that the app keeps; the next generation gets the data of its situations again.
  package func erase() -> ErasureReport {
    prepared = []
    return container.erase(container.parts)
  }

  /// Notes that the data are whole as they were kept once: no situation of the next generation writes over them.
  package func didRestoreData() { prepared = nil }

  /// A launch without what would bring data back.
  package func asNew(_ launch: LaunchConfiguration) -> LaunchConfiguration {
    observers.reduce(launch) { $1.launchAsNew($0) }
  }

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
