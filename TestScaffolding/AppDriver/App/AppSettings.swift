#if DEBUG
import Foundation

/// Where an app is looked for, where it keeps its things, and how long its steps may take.
package struct AppSettings: Sendable {
  /// The folder of the executables.
  package var executableFolder = Self.ownFolder
  /// The folder in which the app's private folder is made.
  package var temporaryFolder = FileManager.default.temporaryDirectory.path
  /// The environment of this process, of which the app inherits next to nothing.
  package var environment = ProcessInfo.processInfo.environment
  /// How long the app may take until it is drawn.
  package var launchTimeout: Duration = .seconds(30)
  /// How long a request may take.
  package var requestTimeout: Duration = .seconds(30)
  /// How long the app may take to quit, and then to end on SIGTERM.
  package var quitTimeout: Duration = .seconds(3)
  /// How many bytes of the app's output are kept.
  package var logCapacity = 65_536
  /// The process that serves the socket in place of the app's own; only stand-ins for apps need it.
  package var servingProcess: Int32?

  package init() {}

  /// Returns the path of the app: a name is looked up in the folder, an absolute path is taken as it is.
  func executable(of app: String) throws(AppError) -> String {
    let path = app.hasPrefix("/") ? app : "\(executableFolder)/\(app)"
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      FileManager.default.isExecutableFile(atPath: path)
    else {
      let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
      throw .executableMissing(app: Self.executableName(of: app), folder: folder)
    }
    return path
  }

  /// The name by which the app introduces itself.
  static func executableName(of app: String) -> String {
    String(app.split(separator: "/").last ?? Substring(app))
  }

  /// The folder in which the running tests lie.
  private static var ownFolder: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  }
}
#endif
