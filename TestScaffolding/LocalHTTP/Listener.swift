#if DEBUG
package import OperatingSystem

/// A listening socket and, for a Unix-domain socket, its file.
package struct Listener: Sendable {
  package let descriptor: Descriptor
  /// The address of the socket, with the actual port.
  let address: SocketAddress
  private let file: FileIdentity?

  package init(at address: SocketAddress) throws(ControlServerError) {
    switch address {
    case .unixSocket(let path):
      let folder = try Self.privateFolder(of: path)
      defer { folder.close() }
      // If two apps find the same dead socket, the lock makes the second one look when the first is already serving.
      try Self.at(path, try folder.lock())
      try Self.makeRoom(at: path)
      descriptor = try Self.at(path, try Descriptor.listener(at: address, backlog: Self.backlog))
      file = try Self.at(path, try Descriptor.status(atPath: path)?.identity)
      self.address = address
    case .loopback(let port):
      do throws(SystemError) {
        descriptor = try Descriptor.listener(at: address, backlog: Self.backlog)
        self.address = .loopback(port: try descriptor.port())
        file = nil
      } catch {
        if error.isAddressInUse { throw .portTaken(port) }
        if error.isDenied { throw .portNotAllowed(port) }
        throw .system(error, target: "\(address)")
      }
    }
  }

  /// Stops listening, and removes the socket's file if it is still the same file.
  package func close() {
    // While this socket listens, no other app replaces its file. Therefore the file is removed first.
    if case .unixSocket(let path) = address, let file,
      (try? Descriptor.status(atPath: path))?.identity == file
    {
      try? Descriptor.unlink(atPath: path)
    }
    descriptor.close()
  }

  private static let backlog: Int32 = 512

  /// Makes system calls, and adds the target to their errors.
  private static func at<Result>(
    _ target: String, _ calls: @autoclosure () throws(SystemError) -> Result
  ) throws(ControlServerError) -> Result {
    do throws(SystemError) { return try calls() } catch { throw .system(error, target: target) }
  }

  /// Opens the folder of the path and makes sure that it is private. Creates the folder if only its last part is
  /// missing.
  private static func privateFolder(of path: String) throws(ControlServerError) -> Descriptor {
    guard !path.isEmpty, !path.hasSuffix("/"), !path.utf8.contains(0) else { throw .noSocketPath(path) }
    guard path.utf8.count <= SocketAddress.longestPath else {
      throw .pathTooLong(path, bytes: path.utf8.count, limit: SocketAddress.longestPath)
    }
    let path = folder(of: path)
    do throws(SystemError) {
      if try Descriptor.status(atPath: path) == nil { try Descriptor.makeFolder(atPath: path) }
    } catch {
      throw error.isNotFound ? .folderNotFound(path) : .system(error, target: path)
    }
    if let status = try at(path, try Descriptor.status(atPath: path)) { try check(status, of: path) }
    let folder = try at(path, try Descriptor.folder(atPath: path, followsLink: false))
    // Check the folder that was opened, because another one may have taken its place since the first check.
    try check(try at(path, try folder.status()), of: path)
    return folder
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    // A slash at the end of a symbolic link's name would mean the folder that it points to.
    guard let end = path[..<slash].lastIndex(where: { $0 != "/" }) else { return "/" }
    return String(path[...end])
  }

  private static func check(_ status: FileStatus, of folder: String) throws(ControlServerError) {
    let user = FileStatus.currentUser
    guard status.kind == .folder else { throw .notAFolder(folder) }
    guard status.owner == user else { throw .foreignFolder(folder, owner: status.owner, user: user) }
    guard status.mode == 0o700 else { throw .openFolder(folder, mode: status.mode) }
  }

  /// Removes our socket if nothing listens on it. Anything else at the path is an error.
  private static func makeRoom(at path: String) throws(ControlServerError) {
    guard let status = try at(path, try Descriptor.status(atPath: path)) else { return }
    let user = FileStatus.currentUser
    guard status.kind == .socket else { throw .notASocket(path) }
    guard status.owner == user else { throw .foreignSocket(path, owner: status.owner, user: user) }
    let probe = Result { () throws(SystemError) in
      try Descriptor.connection(to: .unixSocket(path), until: nil)
    }
    switch probe {
    case .success(let connection): throw .alreadyServed(path, pid: connection.peer?.process)
    case .failure(let error) where error.wouldWait: throw .alreadyServed(path, pid: nil)
    case .failure(let error) where error.isRefused: break
    case .failure(let error): throw .system(error, target: path)
    }
    try at(path, try Descriptor.unlink(atPath: path))
  }
}

/// Why a control server does not start.
package enum ControlServerError: Error, Equatable, CustomStringConvertible {
  /// The path is empty, ends with a slash, or contains a NUL.
  case noSocketPath(String)
  case pathTooLong(String, bytes: Int, limit: Int)
  case folderNotFound(String)
  case notAFolder(String)
  case foreignFolder(String, owner: UInt32, user: UInt32)
  case openFolder(String, mode: UInt32)
  case notASocket(String)
  case foreignSocket(String, owner: UInt32, user: UInt32)
  case alreadyServed(String, pid: Int32?)
  case portTaken(UInt16)
  case portNotAllowed(UInt16)
  case system(SystemError, target: String)

  package var description: String {
    switch self {
    case .noSocketPath(let path):
      "\"\(path)\" is no path for a control socket. Name a file in a folder of your own, such as /tmp/mine/app.sock."
    case .pathTooLong(let path, let bytes, let limit):
      "The path of the control socket is \(bytes) bytes long; the system takes \(limit). "
        + "Choose a shorter one than \(path)"
    case .folderNotFound(let folder):
      "The folder of the control socket, \(folder), does not exist, nor does the one that it would be made in. "
        + "Run: mkdir -p -m 700 '\(folder)'"
    case .notAFolder(let folder):
      "The control socket must lie in a real folder, and \(folder) is a symbolic link or a file. "
        + "Name the folder itself."
    case .foreignFolder(let folder, let owner, let user):
      "The folder of the control socket, \(folder), belongs to user \(owner) and the app runs as user \(user). "
        + "Choose a folder that belongs to user \(user)."
    case .openFolder(let folder, let mode):
      "The folder of the control socket, \(folder), has mode \(String(mode, radix: 8)), and only its owner may "
        + "enter it. \(Self.remedy(for: folder, mode))"
    case .notASocket(let path):
      "\(path) exists and is not a socket. It was left as it is; choose another path for the control socket."
    case .foreignSocket(let path, let owner, let user):
      "The socket \(path) belongs to user \(owner) and the app runs as user \(user). Choose another path."
    case .alreadyServed(let path, let pid):
      "The socket \(path) is already served by \(pid.map { "pid \($0)" } ?? "a busy process"). End that process, or choose another path."
    case .portTaken(let port):
      "Port \(port) of 127.0.0.1 is taken. Choose another one, or 0 for a free one."
    case .portNotAllowed(let port):
      "Port \(port) of 127.0.0.1 needs privileges that the app lacks. Choose one above 1023, or 0 for a free one."
    case .system(let error, let target):
      "The control server cannot start at \(target): \(error)."
    }
  }

  /// A folder such as /tmp is shared: restricting it would break other programs.
  private static func remedy(for folder: String, _ mode: UInt32) -> String {
    let isForAll = mode & 0o1022 != 0
    return isForAll
      ? "Others use it, too, so leave it as it is and make one of your own: mkdir -m 700 '\(folder)/mine'"
      : "Choose a folder of your own or, if nobody else needs this one, run: chmod 700 '\(folder)'"
  }
}
#endif
