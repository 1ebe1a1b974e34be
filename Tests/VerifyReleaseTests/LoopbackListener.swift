import Glibc

/// A socket that listens on a free port of the loopback interface, for apps to connect to.
final class LoopbackListener {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 1) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    if !result { throw Unavailable() }
  }

  deinit { close(descriptor) }

  struct Unavailable: Error {}
}
