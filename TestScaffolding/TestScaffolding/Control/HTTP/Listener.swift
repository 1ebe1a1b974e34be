#if DEBUG
import Glibc

/// A socket that takes connections, and the file that leads to it.
struct Listener: ~Copyable, Sendable {
  /// A file, known again whatever its path.
  struct FileIdentity: Equatable {
    var device: UInt
    var inode: UInt

    init(_ status: stat) {
      device = status.st_dev
      inode = status.st_ino
    }
  }

  let descriptor: Descriptor
  /// The address that is served, with the port that was picked.
  let address: ControlAddress
  let file: FileIdentity?

  static func open(at address: ControlAddress) throws(ControlServerError) -> Listener {
    switch address {
    case .unixSocket(let path): try openUnixSocket(path)
    case .loopback(let port): try openLoopback(port: port)
    }
  }

  /// Stops listening, and removes the socket's file if it is still the one that was made.
  consuming func close() {
    // While this socket listens nobody else replaces its file, so the file goes first.
    if case .unixSocket(let path) = address, let file {
      var status = stat()
      if lstat(path, &status) == 0, FileIdentity(status) == file { unlink(path) }
    }
  }

  private static func openLoopback(port: UInt16) throws(ControlServerError) -> Listener {
    let target = ControlAddress.loopback(port: port).description
    let descriptor = try Descriptor.socket(AF_INET, for: target)
    var reuse: Int32 = 1
    setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    guard Descriptor.withAddress(address, { bind(descriptor.number, $0, $1) }) == 0,
      listen(descriptor.number, backlog) == 0
    else {
      switch errno {
      case EADDRINUSE: throw .portTaken(port)
      case EACCES: throw .portNotAllowed(port)
      default: throw .last("bind", target)
      }
    }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let named = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor.number, $0, &length)
      }
    }
    guard named == 0 else { throw .last("getsockname", target) }
    return Listener(
      descriptor: descriptor, address: .loopback(port: UInt16(bigEndian: address.sin_port)), file: nil)
  }

  static let backlog: Int32 = 512
}
#endif
