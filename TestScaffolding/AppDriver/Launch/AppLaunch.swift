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
  /// Options of the driver, beside those that every app gets.
  let options: [String]

  /// Starts the app.
  func process(in sandbox: Sandbox) throws -> AppProcess {
    try sandbox.removeSocket()
    let spawn = try spawn(at: sandbox.path)
    return try AppProcess(
      spawn.executable, arguments: spawn.arguments, environment: spawn.environment,
      folder: Sandbox.home(in: sandbox.path), settings: settings)
  }

  /// How the app is started in a folder.
  func spawn(at folder: String) throws(AppError) -> Spawn {
    let own = [
      ControlOption.socket.name, Sandbox.socketPath(in: folder), ControlOption.headless.name,
      ControlOption.driven.name,
      settings.statesFolder
        ?? StateRecord.folder(below: settings.temporaryFolder, user: FileStatus.currentUser),
    ]
    return Spawn(
      try settings.executable(of: app), own + options + wanted.arguments,
      environment: Sandbox.environment(
        at: folder, inheriting: settings.environment, groups: groups, adding: wanted.environment),
      folder: Sandbox.home(in: folder))
  }
}
#endif
