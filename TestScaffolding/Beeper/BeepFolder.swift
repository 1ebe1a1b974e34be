#if DEBUG
import OperatingSystem

/// The folder of the sockets, which only its user can enter.
final class BeepFolder: Sendable {
  let path: String
  private let descriptor: Descriptor

  /// Opens the folder below the user's runtime folder, or else below the temporary one. Creates it if it is missing.
  init(_ environment: [String: String]) throws(BeepError) {
    let path = Self.path(in: environment, user: FileStatus.currentUser)
    self.path = path
    let status: FileStatus
    do throws(SystemError) {
      try Descriptor.makeFolder(atPath: path)
      descriptor = try Descriptor.folder(atPath: path, followsLink: false)
      status = try descriptor.status()
    } catch {
      throw error.isNotAFolder ? .notAFolder(path) : .system(error, path: path)
    }
    guard status.owner == FileStatus.currentUser else {
      throw .foreignFolder(path, owner: status.owner, user: FileStatus.currentUser)
    }
    guard status.mode == 0o700 else { throw .openFolder(path, mode: status.mode) }
  }

  static func path(in environment: [String: String], user: UInt32) -> String {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") { return runtime + "/cleanslate" }
    let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    return "\(temporary)/cleanslate-\(user)"
  }

  /// The address of a socket in the folder that was opened, even if another folder has taken over the path. It goes
  /// through the descriptor, so it is short however long the folder's path is.
  func address(of file: String) -> SocketAddress {
    .unixSocket("/proc/self/fd/\(descriptor.number)/\(file)")
  }

  /// The names of the files in the folder.
  var files: [String] {
    get throws(SystemError) { try descriptor.entries().map { "\($0.name)" }.sorted() }
  }

  /// Removes the socket of a process that has ended. Leaves any other kind of file alone.
  func removeDeadSocket(_ file: String) {
    try? inTurn { () throws(SystemError) in
      guard try descriptor.status(of: FileName(file))?.kind == .socket else { return }
      do throws(SystemError) {
        _ = try Descriptor.connection(to: address(of: file), until: nil)
      } catch {
        if error.isRefused { remove(file) }
      }
    }
  }

  /// Runs the body while no other process makes or removes a socket: one that has its name and does not listen yet looks
  /// like that of a process that has ended.
  func inTurn<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    try descriptor.lock()
    defer { descriptor.unlock() }
    return try body()
  }

  func remove(_ file: String) { try? descriptor.unlink(FileName(file)) }
}
#endif
