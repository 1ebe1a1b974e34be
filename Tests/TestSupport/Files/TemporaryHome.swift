import Foundation
import OperatingSystem

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

  private let folder: TestFolder

  /// The path of the folder that holds all the others.
  package var root: String { folder.path }

  /// Makes the folders, open to the current user only.
  package init() throws {
    folder = try TestFolder()
    for folder in Folder.allCases { try Descriptor.makeFolder(atPath: path(folder)) }
  }

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
  package func remove() throws { try folder.remove() }

  /// Lists the paths, relative to the root, of all files and symbolic links; folders count only by what is in them. What a
  /// program takes away meanwhile is not among them.
  package func tree() throws -> [String] { try files(in: root, below: "").sorted() }

  private func files(in folder: String, below prefix: String) throws -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch CocoaError.fileReadNoSuchFile where !prefix.isEmpty {
      return []
    }
    return try names.flatMap { name in
      let path = "\(folder)/\(name)"
      guard let status = try Descriptor.status(atPath: path) else { return [String]() }
      return status.kind == .folder
        ? try files(in: path, below: "\(prefix)\(name)/") : ["\(prefix)\(name)"]
    }
  }
}
