#if DEBUG
import AppRuntime
import ControlProtocol
import Foundation
import LocalHTTP
import OperatingSystem

/// Serves tests for as long as the app runs, where the command line asks for it.
@MainActor
final class ControlSession {
  /// Raised when somebody with control wants the app to end.
  let quit = QuitSignal()

  private let host: AppHost
  private let leaks: LeakTracker
  private let launch: LaunchConfiguration
  private let workbench: Workbench
  private let notifiers: ResetNotifiers
  private var servers: [ControlServer] = []

  init(
    host: AppHost, leaks: LeakTracker, launch: LaunchConfiguration, workbench: Workbench,
    notifiers: ResetNotifiers
  ) {
    self.host = host
    self.leaks = leaks
    self.launch = launch
    self.workbench = workbench
    self.notifiers = notifiers
  }

  /// Opens what the command line asks for, and says so to whoever waits for it once the app is idle and drawn.
  func start() async throws {
    let choice = try ControlChoice(launch)
    let token = ControlToken.random()
    var handshake = Handshake(
      app: host.definition.name, pid: ProcessInfo.processInfo.processIdentifier, token: token.text)
    let router = makeRouter(handshake)
    if let path = choice.socket {
      servers.append(try serve(.unixSocket(path), token, router, notifiers.controlSocket))
      handshake.socket = path
    }
    if let port = choice.port {
      let server = try serve(.loopback(port: port), token, router, notifiers.http)
      servers.append(server)
      handshake.url = "http://\(server.address)"
      workbench.history.measuresProcess = true
      announce("\(host.definition.name): http://\(server.address)/#token=\(token.text)")
    }
    if let lifeline = choice.lifelineDescriptor {
      Lifeline.watch(lifeline) { [quit] in Task { @MainActor in quit.raise() } }
    }
    if let ready = choice.readyDescriptor {
      _ = await host.settle(timeout: Self.settleLimit)
      try ReadyAnnouncement.send(handshake, to: ready)
    }
  }

  /// How long work that the start has begun may take before the app is given to a test all the same.
  private static let settleLimit = Duration.seconds(10)

  /// Where the servers listen: paths, and addresses with a port.
  var addresses: Set<String> {
    Set(servers.map(\.address.description))
  }

  /// Closes all that was opened.
  func stop() {
    for server in servers { server.stop() }
    servers = []
  }

  private func makeRouter(_ handshake: Handshake) -> ControlRouter {
    let reset = LiveReset(
      host: host, leaks: leaks, processEnvironment: launch.environment,
      didReset: { [workbench] in workbench.didReset($0, $1) })
    notifiers.connect(to: reset, of: host)
    return ControlRouter(
      host: host, reset: reset, leaks: leaks, identity: handshake, quit: quit, workbench: workbench)
  }

  private func serve(
    _ address: SocketAddress, _ token: ControlToken, _ router: ControlRouter, _ notifier: HTTPNotifier
  ) throws -> ControlServer {
    try ControlServer.start(
      at: address, token: token, openPaths: [DebugPage.path],
      onRefusal: { [workbench] reason in
        Task { @MainActor in workbench.didRefuse(reason) }
      }
    ) { await router.respond(to: $0, over: notifier) }
  }

  private func announce(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
#endif
