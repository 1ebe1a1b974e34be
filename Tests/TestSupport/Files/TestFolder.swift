import Foundation
import Glibc
import OperatingSystem
import Processes
import Synchronization

/// A private folder that goes away with this object, and when this process is killed.
package final class TestFolder: Sendable {
  /// All are in one, so that one watcher is enough. Its path is short, because sockets are made in it.
  private static let parent = Result {
    allowManyFiles()
    let path = try Descriptor.makePrivateFolder(in: "/tmp")
    // Other users, as whom tests start processes, get through to what is opened to them.
    chmod(path, 0o711)
    return (path: path, watcher: try Watcher(over: path))
  }
  private static let count = Atomic(0)

  package let path: String

  package init() throws {
    path = try "\(Self.parent.get().path)/\(Self.count.add(1, ordering: .relaxed).newValue)"
    try Descriptor.makeFolder(atPath: path)
  }

  /// All tests begin at once, and each has files open. Many systems allow 1,024 at first, and more to whoever asks.
  private static func allowManyFiles() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 8192))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  deinit { try? remove() }

  /// Removes everything; does nothing when that has been done.
  package func remove() throws {
    guard let status = try Descriptor.status(atPath: path) else { return }
    if status.kind == .folder { try openUp(path) }
    try FileManager.default.removeItem(atPath: path)
  }

  /// Gives the owner access to a folder and those below it, which a program may have taken away.
  private func openUp(_ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    for entry in try Descriptor.folder(atPath: path).entries() where entry.kind == .folder {
      try openUp("\(path)/\(entry.name)")
    }
  }

  /// Writes a file, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String, executable: Bool = false) throws -> String {
    let file = "\(path)/\(name)"
    if executable {
      try ExecutableScript.write(text, to: file)
    } else {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
    }
    return file
  }

  package func read(_ name: String) -> String? {
    try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  /// Every file and folder inside, sorted.
  package var contents: [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? []
  }
}
