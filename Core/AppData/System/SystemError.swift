#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A system call that failed, before the place it failed at is known.
struct SystemError: Error, Equatable, CustomStringConvertible {
  let call: String
  let code: Int32

  var isNotFound: Bool { code == ENOENT }
  var isAlreadyThere: Bool { code == EEXIST }
  var isDenied: Bool { code == EACCES || code == EPERM }
  var isNotAFolder: Bool { code == ELOOP || code == ENOTDIR }
  var isLink: Bool { code == ELOOP }
  var isFolder: Bool { code == EISDIR }
  /// Whether a folder could not be moved because another file system is mounted on it.
  var isMountPoint: Bool { code == EBUSY || code == EXDEV }
  /// Whether the file system is one that can only be read.
  var isReadOnly: Bool { code == EROFS }
  var isHeldElsewhere: Bool { code == EWOULDBLOCK }

  var description: String { "\(call): \(SystemError.text(of: code))" }

  static func text(of code: Int32) -> String { String(cString: strerror(code)) }

  /// Runs a system call until no signal interrupts it and returns its answer, or throws its error.
  @discardableResult
  static func check<Answer: SignedInteger>(_ call: String, _ body: () -> Answer) throws -> Answer {
    while true {
      let answer = body()
      if answer >= 0 { return answer }
      let code = errno
      if code != EINTR { throw SystemError(call: call, code: code) }
    }
  }
}

extension SystemError {
  /// Asks for a status and returns nil for the errors that mean that nothing is there.
  ///
  /// Looking for what is not there is what an erasure does most; it costs no thrown error.
  static func status(
    _ call: String, orNilFor absence: [Int32], _ body: (inout stat) -> Int32
  ) throws -> FileStatus? {
    var status = stat()
    while body(&status) != 0 {
      let code = errno
      if absence.contains(code) { return nil }
      if code != EINTR { throw SystemError(call: call, code: code) }
    }
    return FileStatus(status)
  }
}

/// Runs `body` and gives a failed system call inside it the name of the action and the place, or says that the place
/// is a mount point.
func naming<Result>(
  _ action: String, _ place: @autoclosure () -> String, _ body: () throws -> Result
) throws -> Result {
  do {
    return try body()
  } catch let error as SystemError where error.isMountPoint {
    throw AppDataError.mountPoint(place())
  } catch let error as SystemError {
    throw AppDataError.systemFailure(action: action, place: place(), code: error.code)
  }
}
