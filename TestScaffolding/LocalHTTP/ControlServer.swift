#if DEBUG
package import OperatingSystem
import Synchronization

/// How much a control server bears before it says no.
package struct ServerLimits: Sendable {
  /// How many connections are served; whoever comes beyond them is told so.
  package var connections = 256
  /// How long a request may take from its first byte to its last.
  package var request = Duration.seconds(10)
  /// How long an answer may stay without any byte of it being taken.
  package var send = Duration.seconds(30)
  /// How long a connection stays without a request; up to twice that, as nobody watches it closely.
  package var idle = Duration.seconds(600)
  /// How long a client that was told to go may take for it.
  package var farewell = Duration.seconds(1)

  package init() {}
}

/// Serves HTTP on a Unix-domain socket or on the loopback interface, and nowhere else.
package final class ControlServer: Sendable {
  /// Answers a request; called for one request of a connection at a time.
  ///
  /// What it does outside of any actor runs on the server's own thread, or on that of the actor it comes from:
  /// it should go to its actor at once, and come back with the answer.
  package typealias Router = @Sendable (HTTPRequest) async -> HTTPResponse

  /// The address that is served, with the port that was picked.
  package let address: SocketAddress
  private let running: Mutex<(thread: SystemThread, loop: Wakeup)?>

  /// Starts to serve; over TCP, a request has to show the token,
  /// but for a page at one of the open paths. What is refused before the router is asked is told
  /// in words.
  package static func start(
    at address: SocketAddress, token: ControlToken, limits: ServerLimits = ServerLimits(),
    openPaths: Set<String> = [], onRefusal: @escaping @Sendable (String) -> Void = { _ in },
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

  /// Throws what would keep a server from starting at the address; leaves the address free.
  package static func tryOut(_ address: SocketAddress) throws(ControlServerError) {
    try Listener(at: address).close()
  }

  private init(_ address: SocketAddress, _ thread: SystemThread, _ loop: Wakeup) {
    self.address = address
    running = Mutex((thread, loop))
  }

  deinit { stop() }

  /// Closes all connections, releases the address, and returns when that is done; later calls do nothing.
  ///
  /// An answer that the system has taken still arrives; one that is in the making does not.
  package func stop() {
    guard let running = running.withLock({ $0.take() }) else { return }
    running.loop.stop()
    running.thread.join()
  }
}
#endif
