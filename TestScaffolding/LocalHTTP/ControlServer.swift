#if DEBUG
package import OperatingSystem
import Synchronization

/// Serves HTTP on a Unix-domain socket or on the loopback interface, and nowhere else.
package final class ControlServer: Sendable {
  /// Answers a request; called for one request of a connection at a time.
  ///
  /// What it does outside of any actor runs on the server's own thread, or on that of the actor it comes from:
  /// it should go to its actor at once, and come back with the answer.
  package typealias Router = @Sendable (HTTPRequest) async -> HTTPResponse

  private struct Running {
    let thread: SystemThread
    let loop: Wakeup
  }

  /// The address that is served, with the port that was picked.
  package let address: SocketAddress
  private let running: Mutex<Running?>

  /// Starts to serve; over TCP, a request has to show the token,
  /// but for a page at one of the open paths. What is refused before the router is asked is told
  /// in words.
  package static func start(
    at address: SocketAddress, token: ControlToken, limits: ServerLimits = ServerLimits(),
    openPaths: Set<String> = [], onRefusal: @escaping @Sendable (String) -> Void = { _ in },
    router: @escaping Router
  ) throws(ControlServerError) -> ControlServer {
    let wakeup = try Wakeup()
    let listener = try Listener.open(at: address)
    let served = listener.address
    let door: RequestGuard.Door =
      switch served {
      case .unixSocket: .unixSocket(owner: FileStatus.currentUser)
      case .loopback(let port): .loopback(port: port, token: token)
      }
    let loop = EventLoop(
      listener, wakeup: wakeup,
      requestGuard: RequestGuard(door: door, openPaths: openPaths, onRefusal: onRefusal), limits: limits,
      router: router)
    let handover = Mutex<EventLoop?>(loop)
    do throws(SystemError) {
      let thread = try SystemThread { handover.withLock { $0.take() }?.run() }
      return ControlServer(served, Running(thread: thread, loop: wakeup))
    } catch {
      handover.withLock { $0.take() }?.close()
      throw .system(error, target: "\(served)")
    }
  }

  /// Throws what would keep a server from starting at the address; leaves the address free.
  package static func tryOut(_ address: SocketAddress) throws(ControlServerError) {
    try Listener.open(at: address).close()
  }

  private init(_ address: SocketAddress, _ running: Running) {
    self.address = address
    self.running = Mutex(running)
  }

  deinit { stop() }

  /// Closes all connections, releases the address, and returns when that is done; later calls do nothing.
  ///
  /// An answer that the system has taken still arrives; one that is in the making does not.
  package func stop() {
    guard let running = running.withLock({ $0.take() }) else { return }
    running.loop.requestStop()
    running.thread.join()
  }
}
#endif
