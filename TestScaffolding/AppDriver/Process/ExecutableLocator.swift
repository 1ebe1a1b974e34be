#if DEBUG
import Foundation

/// Finds the executable of an app beside the running tests.
enum ExecutableLocator {
  /// Returns the path of the app: a name is looked up in the folder, an absolute path is taken as it is.
  static func path(of app: String, in folder: String) throws(AppError) -> String {
    let path = app.hasPrefix("/") ? app : "\(folder)/\(app)"
    guard FileManager.default.isExecutableFile(atPath: path), !isFolder(path) else {
      let parent = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
      throw .executableMissing(app: name(of: app), folder: parent)
    }
    return path
  }

  /// The name by which the app introduces itself.
  static func name(of app: String) -> String { String(app.split(separator: "/").last ?? Substring(app)) }

  /// The folder in which the running tests lie.
  static var ownFolder: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
#endif
