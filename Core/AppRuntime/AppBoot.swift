import AppData

/// Starts, runs and ends an app; every app does so in this way, whatever shows it to its user.
///
/// ```swift
/// try await AppBoot(definition).run(.ofThisProcess) { host in await Panel(host).run() }
/// ```
public struct AppBoot {
  private let definition: AppDefinition
  private let interfaceOptions: [LaunchOption]
  private let companion: (any AppCompanion)?
  private let observers: [any AppHostObserver]

  /// Prepares an app.
  ///
  /// - Parameters:
  ///   - definition: The app.
  ///   - options: The command line options of the interface that shows the app.
  ///   - companion: Goes along with the app from its first moment to its last.
  ///   - observers: Go along with the app's starts.
  public init(
    _ definition: AppDefinition, options: [LaunchOption] = [], companion: (any AppCompanion)? = nil,
    observers: [any AppHostObserver] = []
  ) {
    self.definition = definition
    interfaceOptions = options
    self.companion = companion
    self.observers = observers + (companion.map { [$0] } ?? [])
  }

  /// All command line options of the app.
  public var options: [LaunchOption] {
    AppHost.options(of: definition, observers: observers, and: interfaceOptions)
  }

  /// What the companion and the observers add to the app's help.
  public var helpSections: [HelpSection] { observers.flatMap(\.helpSections) }

  /// Checks the words of a command line; throws what is wrong with them.
  public func check(_ launch: LaunchConfiguration) throws(LaunchArgumentError) {
    try AppHost.check(launch, options: options, observers: observers)
  }

  /// Opens the data, starts the app, and shows it until the interface or, if there is one, the companion returns.
  ///
  /// - Parameters:
  ///   - launch: What the app is started with.
  ///   - interface: Shows the app for as long as it runs; throws what keeps it from that.
  public func run(
    _ launch: LaunchConfiguration, interface: @escaping @MainActor (AppHost) async throws -> Void
  ) async throws {
    try check(launch)
    let container = try AppContainer.open(
      AppIdentity(id: definition.id, groups: definition.groups),
      in: BaseDirectories(environment: launch.environment))
    let host = AppHost(
      definition, container: container, options: interfaceOptions,
      clock: companion?.clock ?? .system,
      network: companion?.network(around: definition.network), observers: observers)
    try companion?.willStart(host, with: launch)
    try await host.restart(with: launch)
    if let companion {
      try await companion.run(host, with: launch) { try await interface(host) }
    } else {
      try await interface(host)
    }
    // Data that was erased shortly before the end is deleted for good.
    _ = container.emptyTrash()
  }
}

/// Goes along with an app from its first moment to its last.
public protocol AppCompanion: AppHostObserver {
  /// The app's clock.
  var clock: AppClock { get }
  /// Returns the app's way to servers; `own` is what its definition has.
  func network(around own: HTTPClient) -> HTTPClient
  /// Called when the data is open and the app is not built yet; throws to keep the app from starting.
  func willStart(_ host: AppHost, with launch: LaunchConfiguration) throws
  /// Runs the app after its start. `interface` shows the app to a person until it returns.
  func run(
    _ host: AppHost, with launch: LaunchConfiguration, interface: @escaping @MainActor () async throws -> Void
  ) async throws
}

extension AppCompanion {
  public var clock: AppClock { .system }
  public func network(around own: HTTPClient) -> HTTPClient { own }
}
