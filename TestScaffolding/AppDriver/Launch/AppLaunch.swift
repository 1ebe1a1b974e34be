#if DEBUG
import ControlProtocol
import OperatingSystem
import Processes

/// What an app is to be launched with, wherever its private folder is.
struct AppLaunch {
  let app: String
  let settings: AppSettings
  var wanted: Configuration
  /// Where its groups are, if it shares them with another app.
  let groups: String?
  /// Whether it needs a port that the test does not ask for.
  let needsPort: Bool

  /// Whether it will have a port.
  var hasPort: Bool { needsPort || wanted.start.port != nil }

  /// Starts the app.
  func process(in sandbox: Sandbox) throws -> AppProcess {
    // Another word would only be a note of why no launch server is used.
    _ = try settings.environment.isOn(AppStart.spawnVariable)
    try sandbox.removeSocket()
    return try AppProcess(spawn(at: sandbox.path), settings: settings)
  }

  /// How the app is started in a folder.
  func spawn(at folder: String) throws -> Spawn {
    var own = Start()
    own.socket = Sandbox.socketPath(in: folder)
    own.isHeadless = true
    own.statesFolder =
      settings.statesFolder
      ?? StateRecord.folder(below: settings.temporaryFolder, user: FileStatus.currentUser)
    if needsPort { own.port = 0 }
    return try Spawn(
      settings.executable(of: app), own.words() + wanted.arguments,
      environment: Sandbox.environment(
        at: folder, inheriting: settings.environment, groups: groups, adding: wanted.environment),
      folder: Sandbox.home(in: folder))
  }
}
#endif
