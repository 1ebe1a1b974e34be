#if DEBUG
import OperatingSystem
import Processes

/// The private folder of one app: its home, all folders named by XDG variables, and its socket.
struct Sandbox: Sendable {
  let path: String
  private let watcher: Watcher

  private static let folders = [
    "HOME": "home", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache",
    "XDG_STATE_HOME": "state", "XDG_RUNTIME_DIR": "run", "TMPDIR": "tmp",
  ]
  /// Makes a crash print a backtrace into the log, without waiting for input. Without a toolchain it contains less
  /// detail.
  private static let backtrace =
    "enable=yes,interactive=no,color=no,threads=crashed,images=none,registers=none,sanitize=no,symbolicate=fast,"
    + "limit=32,warnings=suppressed"

  /// Creates the folder; in `/tmp` if the path of the temporary folder is too long for a socket.
  init(in temporaryFolder: String) throws(SystemError) {
    let length = temporaryFolder.utf8.count + "/cs-XXXXXX/s".utf8.count
    path = try Descriptor.makePrivateFolder(in: length > SocketAddress.longestPath ? "/tmp" : temporaryFolder)
    do {
      watcher = try Watcher(over: path)
    } catch {
      try FileTree.remove(path)
      throw error
    }
    try fill()
  }

  /// Takes over the folder of an app that another process has started, with the line to its watcher.
  init(takingOver path: String, watchedOver line: Descriptor) throws(SystemError) {
    self.path = path
    watcher = try Watcher(takingOver: line, over: path)
  }

  /// Whether the folder goes if this process is killed.
  var isWatched: Bool { watcher.isWatching }

  /// Whoever has this, keeps the watcher waiting.
  var watcherLine: Descriptor { watcher.line }

  /// Leaves the folder to the process that has taken it over.
  func leave() { watcher.leave() }

  private func fill() throws(SystemError) {
    for folder in Self.folders.values {
      try Descriptor.makeFolder(atPath: "\(path)/\(folder)")
    }
  }

  /// Removes all that the app has left, for another launch. The folders stay, since making them takes longer than anything
  /// else here.
  func empty() throws(SystemError) {
    let root = try Descriptor.folder(atPath: path, followsLink: false)
    for entry in try root.entries() {
      let status = try root.status(of: entry.name)
      if Self.folders.values.contains("\(entry.name)"), status?.kind == .folder, status?.mode == 0o700 {
        let folder = try root.folder(entry.name)
        if try folder.entries().isEmpty { continue }
        if try FileTree.hasContents(entry.name, in: root) { try FileTree.removeContents(of: folder) }
      } else {
        try FileTree.remove(entry.name, in: root)
      }
    }
    try fill()
  }

  var socketPath: String { Self.socketPath(in: path) }

  static func socketPath(in folder: String) -> String { folder + "/s" }
  static func home(in folder: String) -> String { folder + "/home" }

  var data: String { path + "/data" }

  /// The app's environment, with fixed values so that it is the same on every machine.
  static func environment(
    at path: String, inheriting own: [String: String], groups: String? = nil, adding extra: [String: String]
  ) -> [String: String] {
    var result = folders.mapValues { "\(path)/\($0)" }
    result["CLEANSLATE_GROUPS_HOME"] = groups
    result["PATH"] = "/usr/local/bin:/usr/bin:/bin"
    result["LANG"] = "C.UTF-8"
    result["TZ"] = "UTC"
    result["SWIFT_BACKTRACE"] = backtrace
    // Coverage data goes where the test run collects it, and sanitizers use the options of the test run.
    for name in ["LLVM_PROFILE_FILE", "ASAN_OPTIONS", "TSAN_OPTIONS"] { result[name] = own[name] }
    return result.merging(extra) { $1 }
  }

  /// Removes the socket file, so that another process can create it.
  func removeSocket() throws(SystemError) { try FileTree.remove(socketPath) }

  /// Ends processes that the app left behind outside of its process group.
  func endStrays(of app: String, _ process: AppProcess) {
    guard process.mayHaveLeftSome else { return }
    for stray in Strays.end(of: path) {
      process.output.note("\(app) left process \(stray) behind, which has been ended")
    }
  }

  /// Removes the folder. If this fails, the watcher tries again when this value is released.
  func remove() throws(SystemError) {
    try FileTree.remove(path)
    watcher.dismiss()
  }
}
#endif
