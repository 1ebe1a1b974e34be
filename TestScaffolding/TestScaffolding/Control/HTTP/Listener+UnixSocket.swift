#if DEBUG
import Glibc

extension Listener {
  static func openUnixSocket(_ path: String) throws(ControlServerError) -> Listener {
    let address = try socketAddress(path)
    let folder = try openFolder(of: path)
    // Of two apps that find the same dead socket, the second looks when the first one serves already.
    guard flock(folder.number, LOCK_EX) == 0 else { throw .last("flock", path) }
    try makeRoom(at: path, address)

    let descriptor = try Descriptor.socket(AF_UNIX, for: path)
    // The file that bind makes takes over the mode of the socket.
    guard fchmod(descriptor.number, 0o600) == 0 else { throw .last("fchmod", path) }
    guard Descriptor.withAddress(address, { bind(descriptor.number, $0, $1) }) == 0 else {
      throw .last("bind", path)
    }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .last("lstat", path) }
    let listener = Listener(descriptor: descriptor, address: .unixSocket(path), file: FileIdentity(status))
    guard listen(listener.descriptor.number, backlog) == 0 else {
      let error = ControlServerError.last("listen", path)
      listener.close()
      throw error
    }
    return listener
  }

  private static func socketAddress(_ path: String) throws(ControlServerError) -> sockaddr_un {
    guard !path.isEmpty, !path.hasSuffix("/"), !path.utf8.contains(0) else { throw .noSocketPath(path) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let limit = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard path.utf8.count <= limit else {
      throw .pathTooLong(path, bytes: path.utf8.count, limit: limit)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return address
  }

  /// Opens the folder of the path, made if only the folder itself is missing, once it is sure to be private.
  private static func openFolder(of path: String) throws(ControlServerError) -> Descriptor {
    let folder = folder(of: path)
    var status = stat()
    if lstat(folder, &status) != 0, errno == ENOENT, mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw errno == ENOENT ? .folderNotFound(folder) : .last("mkdir", folder)
    }
    guard lstat(folder, &status) == 0 else { throw .last("lstat", folder) }
    try check(status, of: folder)
    let number = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { throw .last("open", folder) }
    let descriptor = Descriptor(adopting: number)
    // What was opened counts, in case that another folder has taken the place of the first.
    guard fstat(number, &status) == 0 else { throw .last("fstat", folder) }
    try check(status, of: folder)
    return descriptor
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    // With a slash at its end, the name of a symbolic link means the folder behind it.
    guard let end = path[..<slash].lastIndex(where: { $0 != "/" }) else { return "/" }
    return String(path[...end])
  }

  private static func check(_ status: stat, of folder: String) throws(ControlServerError) {
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(folder) }
    guard status.st_uid == geteuid() else {
      throw .foreignFolder(folder, owner: status.st_uid, user: geteuid())
    }
    guard status.st_mode & 0o7777 == 0o700 else { throw .openFolder(folder, mode: status.st_mode & 0o7777) }
  }

  /// Removes a socket of ours that nobody listens on; anything else at the path is an error.
  private static func makeRoom(at path: String, _ address: sockaddr_un) throws(ControlServerError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw .last("lstat", path)
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
    guard status.st_uid == geteuid() else {
      throw .foreignSocket(path, owner: status.st_uid, user: geteuid())
    }
    let probe = try Descriptor.socket(AF_UNIX, for: path)
    if Descriptor.withAddress(address, { connect(probe.number, $0, $1) }) == 0 {
      throw .alreadyServed(path, pid: Peer(of: probe.number)?.pid)
    }
    if errno == EAGAIN { throw .alreadyServed(path, pid: nil) }
    guard errno == ECONNREFUSED else { throw .last("connect", path) }
    guard unlink(path) == 0 else { throw .last("unlink", path) }
  }
}
#endif
