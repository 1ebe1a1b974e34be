import Foundation

/// A socket that listens for as long as the process lives, for connections that a generation forgets.
nonisolated final class Harbor: Sendable {
  private let address: sockaddr_in

  init() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Self.closeOnExec, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    Self.withAddress(&address) { _ = bind(listener, $0, $1) }
    listen(listener, 128)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    Self.withAddress(&address) { place, _ in _ = getsockname(listener, place, &size) }
    self.address = address
  }

  /// Opens a connection that nobody closes.
  func forgetConnection(_ type: __socket_type) {
    var address = address
    let connection = socket(AF_INET, Int32(type.rawValue) | Self.closeOnExec, 0)
    Self.withAddress(&address) { _ = connect(connection, $0, $1) }
  }

  private static let closeOnExec = O_CLOEXEC

  private static func withAddress(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Void
  ) {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
