#if DEBUG
import Glibc
import Synchronization

/// Serves HTTP on a Unix-domain socket or on the loopback interface, and nowhere else.
package final class ControlServer: Sendable {
  /// Answers a request; called for one request of a connection at a time.
  ///
  /// What it does outside of any actor runs on the server's own thread, or on that of the actor it comes from:
  /// it should go to its actor at once, and come back with the answer.
  package typealias Router = @Sendable (HTTPRequest) async -> HTTPResponse

  private struct Running {
    let thread: pthread_t
    let loop: Wakeup
  }

  /// The address that is served, with the port that was picked.
  package let address: ControlAddress
  private let running: Mutex<Running?>

  /// Starts to serve; over TCP, a request has to show the token. What is refused before the router is asked is told
  /// in words.
  package static func start(
    at address: ControlAddress, token: ControlToken, limits: ServerLimits = ServerLimits(),
    onRefusal: @escaping @Sendable (String) -> Void = { _ in }, router: @escaping Router
  ) throws(ControlServerError) -> ControlServer {
    let wakeup = try Wakeup()
    let listener = try Listener.open(at: address)
    let served = listener.address
    let door: RequestGuard.Door =
      switch served {
      case .unixSocket: .unixSocket(owner: geteuid())
      case .loopback(let port): .loopback(port: port, token: token)
      }
    let loop = EventLoop(
      listener, wakeup: wakeup, requestGuard: RequestGuard(door: door, onRefusal: onRefusal), limits: limits,
      router: router)
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(loop)
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.takeRetainedValue().listener.take()?.close()
      throw .system(call: "pthread_create", target: served.description, code: code)
    }
    return ControlServer(served, Running(thread: thread, loop: wakeup))
  }

  /// Throws what would keep a server from starting at the address; leaves the address free.
  package static func tryOut(_ address: ControlAddress) throws(ControlServerError) {
    try Listener.open(at: address).close()
  }

  private init(_ address: ControlAddress, _ running: Running) {
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
    if pthread_equal(running.thread, pthread_self()) != 0 {
      pthread_detach(running.thread)
    } else {
      pthread_join(running.thread, nil)
    }
  }
}
#endif
