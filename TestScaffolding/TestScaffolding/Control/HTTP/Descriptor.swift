#if DEBUG
import Glibc

/// An open file descriptor, closed when it goes out of scope.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  init(adopting number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a socket that no child process inherits and no call waits for.
  static func socket(_ domain: Int32, for target: String) throws(ControlServerError) -> Descriptor {
    let number = Glibc.socket(domain, streamType, 0)
    guard number >= 0 else { throw .last("socket", target) }
    return Descriptor(adopting: number)
  }

  static var streamType: Int32 {
    Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
  }

  /// Runs a system call that takes an address with a pointer to this one.
  static func withAddress<Address, Result>(
    _ address: Address, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}

/// The process at the other end of a Unix-domain socket.
struct Peer: Equatable {
  var pid: Int32
  var user: UInt32

  init?(of socket: Int32) {
    // The system's `struct ucred` (pid, uid, gid), which Swift's Glibc does not import.
    var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
    pid = credentials.pid
    user = credentials.user
  }
}
#endif
