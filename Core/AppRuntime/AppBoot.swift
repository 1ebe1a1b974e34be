import AppData

/// The way in which every app begins, runs and ends, whatever shows it to its user.
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
  ///   - options: What whoever shows the app understands on its command line.
  ///   - companion: What accompanies the app from its first moment to its last.
  ///   - observers: What accompanies its starts.
  public init(
    _ definition: AppDefinition, options: [LaunchOption] = [], companion: (any AppCompanion)? = nil,
    observers: [any AppHostObserver] = []
  ) {
    self.definition = definition
    interfaceOptions = options
    self.companion = companion
    self.observers = observers + (companion.map { [$0] } ?? [])
  }

  /// Everything that the app understands on its command line.
  public var options: [LaunchOption] {
    AppHost.options(of: definition, observers: observers, and: interfaceOptions)
  }

  /// Throws what is wrong with the words of a command line.
  public func check(_ launch: LaunchConfiguration) throws(LaunchArgumentError) {
    try launch.check(options: options) { argument in observers.contains { $0.recognizes(argument: argument) }
    }
  }

  /// Opens the data, starts the app, and shows it until the interface returns or the companion has had enough.
  ///
  /// - Parameters:
  ///   - launch: What the app is started with.
  ///   - didStart: Called once the app has been drawn for the first time.
  ///   - interface: Shows the app for as long as it runs.
  public func run(
    _ launch: LaunchConfiguration, didStart: (AppHost) -> Void = { _ in },
    interface: @escaping @MainActor (AppHost) async -> Void
  ) async throws {
    try check(launch)
    let container = try AppContainer.open(
      AppIdentity(id: definition.id, groups: definition.groups),
      in: BaseDirectories(environment: launch.environment))
    let host = AppHost(definition, container: container, options: interfaceOptions, observers: observers)
    try companion?.willStart(host, with: launch)
    try await host.restart(with: launch)
    didStart(host)
    if let companion {
      try await companion.run(host, with: launch) { await interface(host) }
    } else {
      await interface(host)
    }
    // What was erased shortly before the end is gone for good with it.
    _ = container.emptyTrash()
  }
}

/// Accompanies an app from its first moment to its last.
public protocol AppCompanion: AppHostObserver {
  /// Called when the data are open and nothing of the app exists yet; throws to keep it from starting.
  func willStart(_ host: AppHost, with launch: LaunchConfiguration) throws
  /// Runs the app that has started; the interface shows it to a person until it returns.
  func run(
    _ host: AppHost, with launch: LaunchConfiguration, interface: @escaping @MainActor () async -> Void
  ) async throws
}
