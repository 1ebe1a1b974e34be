#if DEBUG
#if canImport(Glibc)
import Glibc

/// A datagram socket that tells who sent what.
final class BeepSocket: Sendable {
  let number: Int32

  /// Opens the socket; the path is for the error.
  init(for path: String) throws(BeepError) {
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    number = socket(AF_UNIX, type, 0)
    guard number >= 0 else { throw .system(call: "socket", path: path, code: errno) }
  }

  deinit { close(number) }

  /// Takes datagrams at the address, each with the kernel's word on its sender.
  func bind(to address: sockaddr_un, path: String) throws(BeepError) {
    var isOn: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    guard setsockopt(number, SOL_SOCKET, SO_PASSCRED, &isOn, size) == 0 else {
      throw .system(call: "setsockopt", path: path, code: errno)
    }
    // The file that bind makes takes over the mode of the socket.
    guard fchmod(number, 0o600) == 0 else { throw .system(call: "fchmod", path: path, code: errno) }
    guard Self.withAddress(address, { Glibc.bind(number, $0, $1) }) == 0 else {
      throw .system(call: "bind", path: path, code: errno)
    }
  }

  /// Sends an empty datagram, and returns the error's number or 0.
  func beep(at address: sockaddr_un) -> Int32 {
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    let sent = Self.withAddress(address) { sendto(number, nil, 0, flags, $0, $1) }
    return sent < 0 ? errno : 0
  }

  /// What came, and the user whose process sent it.
  struct Datagram: Equatable {
    var isEmpty: Bool
    var user: UInt32?

    /// Whether it is a beep of the user's own.
    func isGenuine(for user: UInt32) -> Bool { isEmpty && self.user == user }
  }

  /// Returns the next datagram, or nothing when there is none.
  func receive() -> Datagram? {
    var byte: UInt8 = 0
    var control = [UInt8](repeating: 0, count: 64)
    var header = msghdr()
    let count = withUnsafeMutablePointer(to: &byte) { byte in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: byte, iov_len: 1)
        return withUnsafeMutablePointer(to: &part) { part in
          header.msg_iov = part
          header.msg_iovlen = 1
          header.msg_control = control.baseAddress
          header.msg_controllen = control.count
          return recvmsg(number, &header, Int32(MSG_CMSG_CLOEXEC))
        }
      }
    }
    guard count >= 0 else { return nil }
    return Datagram(isEmpty: count == 0, user: Self.user(in: control.prefix(Int(header.msg_controllen))))
  }

  /// The sender's user in a control message of the form `cmsghdr` and `ucred`, which Swift's Glibc does not import:
  /// length (8 bytes), level and type (4 each), process, user and group (4 each).
  private static func user(in control: ArraySlice<UInt8>) -> UInt32? {
    let credentials: Int32 = 2  // SCM_CREDENTIALS
    guard control.count >= 28 else { return nil }
    return control.withUnsafeBytes { bytes in
      guard bytes.loadUnaligned(fromByteOffset: 8, as: Int32.self) == SOL_SOCKET,
        bytes.loadUnaligned(fromByteOffset: 12, as: Int32.self) == credentials
      else { return nil }
      return bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self)
    }
  }

  private static func withAddress<Result>(
    _ address: sockaddr_un, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
#endif
#endif
