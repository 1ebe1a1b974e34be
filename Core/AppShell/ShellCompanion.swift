public import AppData
public import AppRuntime

/// Something that accompanies an app through the life of its process, from outside.
@MainActor
public protocol ShellCompanion: AppHostObserver {
  /// Called once the data are open, before anything of the app is built.
  func dataDidOpen(_ container: AppContainer, for launch: LaunchConfiguration) throws
  /// Runs the interface, or something in its place, and returns when the app should end.
  ///
  /// The interface returns when its user quits, or soon after its task is cancelled.
  func run(
    _ host: AppHost, with launch: LaunchConfiguration, interface: @escaping @MainActor () async -> Void
  ) async throws
}
