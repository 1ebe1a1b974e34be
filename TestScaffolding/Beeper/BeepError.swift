#if DEBUG
import OperatingSystem

/// Why a beep cannot be sent, or not be registered for.
public enum BeepError: Error, Equatable, CustomStringConvertible {
  /// The name is empty or too long.
  case unusableIdentifier(String, limit: Int)
  /// The folder of the sockets is not a folder, but a file or a symbolic link.
  case notAFolder(String)
  /// The folder of the sockets belongs to another user.
  case foreignFolder(String, owner: UInt32, user: UInt32)
  /// The folder of the sockets is open to other users than its owner.
  case openFolder(String, mode: UInt32)
  /// The operating system refused; `problem` says what.
  case system(problem: String, path: String)

  public var description: String {
    switch self {
    case .unusableIdentifier(let identifier, let limit):
      "\"\(identifier)\" cannot name a beep: a name has 1 to \(limit) bytes of letters, digits, '-', '_' and '.'; "
        + "any other byte counts as three."
    case .notAFolder(let path): "\(path) has to be a folder of yours for beeps, and no symbolic link."
    case .foreignFolder(let path, let owner, let user):
      "The folder for beeps \(path) belongs to user \(owner), not to \(user), who runs this process."
    case .openFolder(let path, let mode):
      "The folder for beeps \(path) has mode \(String(mode, radix: 8)); it has to be 700."
    case .system(let problem, let path):
      "Beeps need \(path), but \(problem)."
    }
  }

  static func system(_ error: SystemError, path: String) -> BeepError {
    .system(problem: "\(error)", path: path)
  }
}
#endif
