#if DEBUG
package import OperatingSystem

/// Why a control server does not start.
package enum ControlServerError: Error, Equatable, CustomStringConvertible {
  /// The path is empty, ends with a slash, or has a NUL in it.
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

  /// A folder such as /tmp is for everybody: to close it would break what others do.
  private static func remedy(for folder: String, _ mode: UInt32) -> String {
    let isForAll = mode & 0o1022 != 0
    return isForAll
      ? "Others use it, too, so leave it as it is and make one of your own: mkdir -m 700 '\(folder)/mine'"
      : "Choose a folder of your own or, if nobody else needs this one, run: chmod 700 '\(folder)'"
  }
}
#endif
