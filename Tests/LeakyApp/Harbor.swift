import Foundation

/// What the process has from its start on, and a generation uses to forget something: a socket that listens, and a
/// thread that has the name of the main thread.
nonisolated final class Harbor: Sendable {
  private let address: sockaddr_in
  private let request = DispatchSemaphore(value: 0)
  private let answer = DispatchSemaphore(value: 0)

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
    Thread.detachNewThread { [request, answer] in
      while true {
        request.wait()
        Thread.detachNewThread {
          answer.signal()
          while true { pause() }
        }
      }
    }
  }

  /// Starts a thread that never ends, and that is called as the main thread was at first.
  func forgetThread() {
    request.signal()
    answer.wait()
  }

  /// Opens a connection that nobody closes.
  func forgetConnection(_ type: __socket_type, to port: UInt16? = nil) {
    var address = address
    if let port { address.sin_port = port.bigEndian }
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
