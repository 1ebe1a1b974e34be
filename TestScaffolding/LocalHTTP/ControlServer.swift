#if DEBUG
package import OperatingSystem
import Synchronization

/// The limits of a control server.
package struct ServerLimits: Sendable {
  /// The largest number of connections; further clients are refused with a message.
  package var connections = 256
  /// How long a request may take from its first byte to its last.
  package var request = Duration.seconds(10)
  /// How long sending may go on without the client taking any byte.
  package var send = Duration.seconds(30)
  /// How long a connection may be idle; in practice up to twice as long, because the loop rarely checks.
  package var idle = Duration.seconds(600)
  /// How long a client may take to close the connection after it was told to.
  package var farewell = Duration.seconds(1)

  package init() {}
}

/// Serves HTTP on a Unix-domain socket or on the loopback interface, and nowhere else.
package final class ControlServer: Sendable {
  /// Answers a request. Each connection has at most one request in the router at a time.
  ///
  /// Code outside of actors runs on the server's own thread, or on the thread of the actor that it returns from. A
  /// router should therefore switch to its actor at once, and return as soon as it has the answer.
  package typealias Router = @Sendable (HTTPRequest) async -> HTTPResponse

  /// The address of the server, with the actual port.
  package let address: SocketAddress
  private let running: Mutex<(thread: SystemThread, loop: Wakeup)?>

  /// Starts a server. Over TCP, every request needs the token, except `GET` for one of the open paths.
  ///
  /// - Parameters:
  ///   - onThread: Called on the server's thread before anything else.
  ///   - onRefusal: Called with a description of each request that is refused before it reaches the router.
  package static func start(
    at address: SocketAddress, token: ControlToken, limits: ServerLimits = ServerLimits(),
    openPaths: Set<String> = [], onThread: @escaping @Sendable () -> Void = {},
    onRefusal: @escaping @Sendable (String) -> Void = { _ in },
    router: @escaping Router
  ) throws(ControlServerError) -> ControlServer {
    let listener = try Listener(at: address)
    let door: RequestGuard.Door =
      switch listener.address {
      case .unixSocket: .unixSocket(owner: FileStatus.currentUser)
      case .loopback(let port): .loopback(port: port, token: token)
      }
    let requestGuard = RequestGuard(door: door, openPaths: openPaths, onRefusal: onRefusal)
    do throws(SystemError) {
      let wakeup = try Wakeup()
      let thread = try SystemThread {
        onThread()
        var loop = EventLoop(
          listener, wakeup: wakeup, requestGuard: requestGuard, limits: limits, router: router)
        loop.run()
      }
      return ControlServer(listener.address, thread, wakeup)
    } catch {
      listener.close()
      throw .system(error, target: "\(listener.address)")
    }
  }

  /// Throws whatever would keep a server from starting at the address. Leaves the address free.
  package static func tryOut(_ address: SocketAddress) throws(ControlServerError) {
    try Listener(at: address).close()
  }

  private init(_ address: SocketAddress, _ thread: SystemThread, _ loop: Wakeup) {
    self.address = address
    running = Mutex((thread, loop))
  }

  deinit { stop() }

  /// Closes all connections, releases the address, and returns when that is done. Later calls do nothing.
  ///
  /// An answer already handed to the system still arrives; an unfinished one does not.
  package func stop() {
    guard let running = running.withLock({ $0.take() }) else { return }
    running.loop.stop()
    running.thread.join()
  }
}
#endif
