#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A call of the operating system that failed, and why.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// What was called, perhaps with its argument: `mkdir /tmp/mine`.
  package let call: String
  package let code: Int32

  package init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// That a file would become larger than it may.
  package static let tooLarge = SystemError(call: "write", code: EFBIG)

  /// The error of the call that has just failed.
  package static func last(_ call: String) -> SystemError { SystemError(call: call, code: errno) }

  package var isNotFound: Bool { code == ENOENT }
  package var isOfNoProcess: Bool { code == ESRCH }
  package var isAlreadyThere: Bool { code == EEXIST }
  package var isNotAFolder: Bool { code == ELOOP || code == ENOTDIR }
  package var isLink: Bool { code == ELOOP }
  /// Whether what was to be opened is a socket.
  package var isSocket: Bool { code == ENXIO }
  package var isFolder: Bool { code == EISDIR }
  /// Whether the descriptor was not open.
  package var isClosed: Bool { code == EBADF }
  package var isDenied: Bool { code == EACCES || code == EPERM }
  /// Whether a folder could not be moved because another file system is mounted on it.
  package var isMountPoint: Bool { code == EBUSY || code == EXDEV }
  /// Whether a file cannot get another name there: on another file system, on one without hard links, or too many.
  package var isUnlinkable: Bool {
    [EXDEV, EMLINK, EPERM, ENOSYS, EOPNOTSUPP].contains(code)
  }
  /// Whether the file system is read-only.
  package var isReadOnly: Bool { code == EROFS }
  /// Whether the call would have had to wait.
  package var wouldWait: Bool { code == EAGAIN || code == EWOULDBLOCK || code == EINPROGRESS }
  /// Whether nobody listens at the address.
  package var isRefused: Bool { code == ECONNREFUSED }
  package var isAddressInUse: Bool { code == EADDRINUSE }
  /// Whether the other side of a connection or a pipe is gone.
  package var isGone: Bool { code == EPIPE || code == ECONNRESET }
  /// Whether a device failed, as a terminal does that was hung up.
  package var isDeviceFailure: Bool { code == EIO }

  package var description: String { "\(call) failed: \(reason)" }

  /// Why the call failed, in the system's words.
  package var reason: String { Self.text(of: code) }

  package static func text(of code: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    strerror_r(code, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Repeats a call until no signal interrupts it. Returns its result, or throws its error.
  @discardableResult
  static func check<Answer: SignedInteger>(
    _ call: @autoclosure () -> String, _ body: () -> Answer
  ) throws(SystemError) -> Answer {
    while true {
      let answer = body()
      if answer >= 0 { return answer }
      let code = errno
      if code != EINTR { throw SystemError(call: call(), code: code) }
    }
  }
}
