#if DEBUG
import AppRuntime
import ControlProtocol
import Foundation

/// Serves tests for as long as the app runs, where the command line asks for it.
@MainActor
final class ControlSession {
  /// Raised when somebody with control wants the app to end.
  let quit = QuitSignal()

  private let host: AppHost
  private let leaks: LeakTracker
  private let launch: LaunchConfiguration
  private let workbench: Workbench
  private let recognizes: (String) -> Bool
  private var servers: [ControlServer] = []

  init(
    host: AppHost, leaks: LeakTracker, launch: LaunchConfiguration, workbench: Workbench,
    recognizes: @escaping (String) -> Bool
  ) {
    self.host = host
    self.leaks = leaks
    self.launch = launch
    self.workbench = workbench
    self.recognizes = recognizes
  }

  /// Opens what the command line asks for, and says so to whoever waits for it.
  func start() throws {
    let lifeline = try descriptor(ScaffoldingOptions.lifelineDescriptor)
    let ready = try descriptor(ScaffoldingOptions.readyDescriptor)
    let token = ControlToken.random()
    var handshake = Handshake(
      app: host.definition.name, pid: ProcessInfo.processInfo.processIdentifier, token: token.text)
    let router = makeRouter(handshake)
    if let path = launch.value(of: ScaffoldingOptions.socket) {
      servers.append(try serve(.unixSocket(path), token, router))
      handshake.socket = path
    }
    if let port = try port() {
      let server = try serve(.loopback(port: port), token, router)
      servers.append(server)
      handshake.url = server.address.description
      workbench.history.measuresProcess = true
      announce("\(host.definition.name): \(server.address)/#token=\(token.text)")
    }
    if let lifeline {
      Lifeline.watch(lifeline) { [quit] in Task { @MainActor in quit.raise() } }
    }
    if let ready { try ReadyAnnouncement.send(handshake, to: ready) }
  }

  /// Closes all that was opened.
  func stop() {
    for server in servers { server.stop() }
    servers = []
  }

  private func makeRouter(_ handshake: Handshake) -> ControlRouter {
    ControlRouter(
      host: host,
      reset: LiveReset(
        host: host, leaks: leaks, processEnvironment: launch.environment,
        didReset: { [workbench] in workbench.didReset($0, $1) }, recognizes: recognizes),
      leaks: leaks, identity: handshake, quit: quit, workbench: workbench)
  }

  private func serve(
    _ address: ControlAddress, _ token: ControlToken, _ router: ControlRouter
  ) throws -> ControlServer {
    try ControlServer.start(
      at: address, token: token,
      onRefusal: { [workbench] reason in
        Task { @MainActor in workbench.didRefuse(reason) }
      }
    ) { await router.respond(to: $0) }
  }

  private func port() throws -> UInt16? {
    guard let text = launch.value(of: ScaffoldingOptions.port) else { return nil }
    guard let port = UInt16(text) else {
      throw ScaffoldingError(
        "\(ControlOptions.port) takes a number from 0 to 65535, where 0 picks a free port; it has '\(text)'.")
    }
    return port
  }

  private func descriptor(_ option: LaunchOption) throws -> Int32? {
    guard let text = launch.value(of: option) else { return nil }
    guard let number = Int32(text), number > 2, fcntl(number, F_GETFD) != -1 else {
      throw ScaffoldingError(
        "\(option.name) takes the number of an open descriptor above 2 that the app inherits; it has '\(text)'."
      )
    }
    return number
  }

  private func announce(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
#endif
