import Foundation
import Glibc

/// A private home for a process under test; it is removed with its last owner, and when this process is killed.
package final class TemporaryHome: Sendable {
  package enum Folder: String, Sendable, CaseIterable {
    case home, data, config, cache, state, runtime, temporary

    fileprivate var variable: String {
      switch self {
      case .home: "HOME"
      case .data: "XDG_DATA_HOME"
      case .config: "XDG_CONFIG_HOME"
      case .cache: "XDG_CACHE_HOME"
      case .state: "XDG_STATE_HOME"
      case .runtime: "XDG_RUNTIME_DIR"
      case .temporary: "TMPDIR"
      }
    }
  }

  /// The path of the folder that holds all the others.
  package let root: String
  #if DEBUG
  private let watcher: Watcher
  #endif

  /// Makes the folders, open to the current user only.
  package init() throws {
    let template = FileManager.default.temporaryDirectory.path + "/cleanslate-XXXXXX"
    var path = Array(template.utf8CString)
    guard mkdtemp(&path) != nil else { throw SystemCallError("mkdtemp", on: template) }
    let root = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.root = root
    #if DEBUG
    watcher = try Watcher(over: root)
    #endif
    for folder in Folder.allCases {
      guard mkdir(self.path(folder), 0o700) == 0 else {
        throw SystemCallError("mkdir", on: self.path(folder))
      }
    }
  }

  deinit { try? remove() }

  package func path(_ folder: Folder) -> String { "\(root)/\(folder.rawValue)" }

  /// The whole environment for a child: these folders, and pinned language, time zone and terminal.
  package var environment: [String: String] {
    var environment = [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
      "TZ": "UTC",
    ]
    for folder in Folder.allCases { environment[folder.variable] = path(folder) }
    // What a run with a sanitizer asks of it, holds for the processes that the tests start, too.
    for name in Sanitizer.variables {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    return environment
  }

  /// Removes everything; does nothing when that has been done.
  package func remove() throws {
    guard let status = try FileStatus(root) else { return }
    if status.isFolder { try openUp(root) }
    try FileManager.default.removeItem(atPath: root)
    #if DEBUG
    watcher.dismiss()
    #endif
  }

  /// Lists the paths, relative to the root, of all files and symbolic links; folders count only by what is in them.
  package func tree() throws -> [String] { try files(in: root, below: "").sorted() }

  private func files(in folder: String, below prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      let isFolder = try FileStatus(path)?.isFolder ?? false
      return isFolder ? try files(in: path, below: "\(prefix)\(name)/") : ["\(prefix)\(name)"]
    }
  }

  /// Gives the owner access to a folder and those below it, which a program may have taken away.
  private func openUp(_ folder: String) throws {
    guard chmod(folder, 0o700) == 0 else { throw SystemCallError("chmod", on: folder) }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let path = "\(folder)/\(name)"
      if try FileStatus(path)?.isFolder == true { try openUp(path) }
    }
  }
}

/// What lstat says: a symbolic link counts as itself.
private struct FileStatus {
  let isFolder: Bool

  /// Returns nil when nothing has the path.
  init?(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw SystemCallError("lstat", on: path)
    }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}
