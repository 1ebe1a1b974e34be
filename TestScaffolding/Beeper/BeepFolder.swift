#if DEBUG
#if canImport(Glibc)
import Glibc

/// The folder of the sockets, which nobody but its user can enter.
final class BeepFolder: Sendable {
  let path: String
  private let descriptor: Int32

  /// Opens the folder in the user's runtime folder, or in the temporary one; makes it where it is missing.
  init(_ environment: [String: String]) throws(BeepError) {
    path = Self.path(in: environment, user: geteuid())
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system(call: "mkdir", path: path, code: errno) }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOTDIR || errno == ELOOP { throw .notAFolder(path) }
      throw .system(call: "open", path: path, code: errno)
    }
    do {
      try check()
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  static func path(in environment: [String: String], user: UInt32) -> String {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") { return runtime + "/cleanslate" }
    let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    return "\(temporary)/cleanslate-\(user)"
  }

  private func check() throws(BeepError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(call: "fstat", path: path, code: errno) }
    guard status.st_uid == geteuid() else {
      throw .foreignFolder(path, owner: status.st_uid, user: geteuid())
    }
    guard status.st_mode & 0o7777 == 0o700 else { throw .openFolder(path, mode: status.st_mode & 0o7777) }
  }

  /// The address of a socket in this very folder, even if another takes the place of its path.
  func address(of file: String) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      // Short by the limit on names, whatever the path of the folder.
      room.copyBytes(from: "/proc/self/fd/\(descriptor)/\(file)".utf8.prefix(room.count - 1))
    }
    return address
  }

  /// The names of what is in the folder.
  var files: [String] {
    get throws(BeepError) {
      let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard copy >= 0, let stream = fdopendir(copy) else {
        let code = errno
        if copy >= 0 { close(copy) }
        throw .system(call: "opendir", path: path, code: code)
      }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        names.append(
          withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        )
      }
      return names.sorted()
    }
  }

  /// Removes the socket of a process that is gone; anything but a socket is left alone.
  func removeDeadSocket(_ file: String) {
    var status = stat()
    guard fstatat(descriptor, file, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFSOCK
    else { return }
    remove(file)
  }

  func remove(_ file: String) { unlinkat(descriptor, file, 0) }
}
#endif
#endif
