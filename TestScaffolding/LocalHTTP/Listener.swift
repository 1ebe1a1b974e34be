#if DEBUG
import OperatingSystem

/// A socket that takes connections, and the file that leads to it.
struct Listener: ~Copyable, Sendable {
  let descriptor: Descriptor
  /// The address that is served, with the port that was picked.
  let address: SocketAddress
  private let file: FileIdentity?

  static func open(at address: SocketAddress) throws(ControlServerError) -> Listener {
    switch address {
    case .unixSocket(let path): try open(atFile: path)
    case .loopback(let port): try open(atPort: port)
    }
  }

  /// Stops listening, and removes the socket's file if it is still the one that was made.
  consuming func close() {
    // While this socket listens nobody else replaces its file, so the file goes first.
    guard case .unixSocket(let path) = address, let file else { return }
    if (try? Descriptor.status(atPath: path))?.identity == file { try? Descriptor.unlink(atPath: path) }
  }

  private static let backlog: Int32 = 512

  /// Makes system calls, whose errors tell the target.
  private static func at<Result>(
    _ target: String, _ calls: @autoclosure () throws(SystemError) -> Result
  ) throws(ControlServerError) -> Result {
    do throws(SystemError) {
      return try calls()
    } catch {
      throw .system(error, target: target)
    }
  }

  // MARK: - A port

  private static func open(atPort port: UInt16) throws(ControlServerError) -> Listener {
    do throws(SystemError) {
      let descriptor = try Descriptor.listener(at: .loopback(port: port), backlog: backlog)
      return Listener(descriptor: descriptor, address: .loopback(port: try descriptor.port()), file: nil)
    } catch {
      if error.isAddressInUse { throw .portTaken(port) }
      if error.isDenied { throw .portNotAllowed(port) }
      throw .system(error, target: "127.0.0.1:\(port)")
    }
  }

  // MARK: - A file

  private static func open(atFile path: String) throws(ControlServerError) -> Listener {
    guard !path.isEmpty, !path.hasSuffix("/"), !path.utf8.contains(0) else { throw .noSocketPath(path) }
    guard path.utf8.count <= SocketAddress.longestPath else {
      throw .pathTooLong(path, bytes: path.utf8.count, limit: SocketAddress.longestPath)
    }
    let folder = try privateFolder(of: path)
    defer { folder.close() }
    // Of two apps that find the same dead socket, the second looks when the first one serves already.
    try at(path, try folder.lock())
    try makeRoom(at: path)
    let address = SocketAddress.unixSocket(path)
    let descriptor = try at(path, try Descriptor.listener(at: address, backlog: backlog))
    let file = try at(path, try Descriptor.status(atPath: path)?.identity)
    return Listener(descriptor: descriptor, address: address, file: file)
  }

  /// Opens the folder of the path, made if only the folder itself is missing, once it is sure to be private.
  private static func privateFolder(of path: String) throws(ControlServerError) -> Descriptor {
    let path = folder(of: path)
    do throws(SystemError) {
      if try Descriptor.status(atPath: path) == nil { try Descriptor.makeFolder(atPath: path) }
    } catch {
      throw error.isNotFound ? .folderNotFound(path) : .system(error, target: path)
    }
    if let status = try at(path, try Descriptor.status(atPath: path)) { try check(status, of: path) }
    let folder = try at(path, try Descriptor.folder(atPath: path, followsLink: false))
    // What was opened counts, in case that another folder has taken the place of the first.
    try check(try at(path, try folder.status()), of: path)
    return folder
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    // With a slash at its end, the name of a symbolic link means the folder behind it.
    guard let end = path[..<slash].lastIndex(where: { $0 != "/" }) else { return "/" }
    return String(path[...end])
  }

  private static func check(_ status: FileStatus, of folder: String) throws(ControlServerError) {
    let user = FileStatus.currentUser
    guard status.kind == .folder else { throw .notAFolder(folder) }
    guard status.owner == user else { throw .foreignFolder(folder, owner: status.owner, user: user) }
    guard status.mode == 0o700 else { throw .openFolder(folder, mode: status.mode) }
  }

  /// Removes a socket of ours that nobody listens on; anything else at the path is an error.
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
#endif
