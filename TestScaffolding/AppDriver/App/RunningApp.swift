#if DEBUG
import ControlProtocol
import LocalHTTP
import OperatingSystem
import Processes

/// The arguments and variables of a launch or a reset.
struct Configuration: Sendable, Equatable {
  var arguments: [String] = []
  var environment: [String: String] = [:]
  /// The named state to begin with, or with which the app began; nil for a clean slate.
  var state: String?

  /// What the arguments tell the scaffolding. With what is wrong the app does not start, and says why.
  var start: Start { (try? Start(arguments)) ?? Start() }
  /// What the app's clock shows from the start on; nil if it runs.
  var pausedClock: String? { start.clock.map(ClockTime.text) }
}

/// A drawn app whose process is known to be the one that was started, with a client to talk to it.
struct RunningApp: Sendable {
  let process: AppProcess
  let socket: String
  /// The URL of its loopback server, if it has one.
  let url: String?
  /// What requests over TCP must carry.
  let token: String
  /// The address of its workbench, if it serves one.
  var workbench: String? { url.map { WorkbenchAddress.page($0, token: token) } }
  /// The variables of the launch, which a running process keeps.
  let environment: [String: String]
  /// The arguments and variables that apply since the launch or the latest reset.
  var configuration: Configuration
  let name: String
  private let client: ControlClient

  /// An app that was met, in this process or another.
  init(
    _ process: AppProcess, of app: String, at socket: String, url: String?, token: String,
    _ configuration: Configuration, _ settings: AppSettings, through door: AppDoor? = nil
  ) {
    (self.process, name, self.socket, self.url, self.token) = (process, app, socket, url, token)
    (environment, self.configuration) = (configuration.environment, configuration)
    client = ControlClient(
      through: door ?? .socket(socket, server: settings.servingProcess ?? process.pid),
      until: settings.cancellation)
  }

  /// Waits until the app is drawn, and checks that the process which answers is the one that was started.
  static func meet(
    _ process: AppProcess, of app: String, at socket: String, _ configuration: Configuration,
    _ settings: AppSettings
  ) throws -> (RunningApp, StatusReply) {
    let deadline = Deadline(in: settings.launchTimeout)
    func distrust(_ problem: String) -> AppError { process.distrusted(app, problem) }
    let status = try process.readStatus(of: app, until: deadline, settings)
    if status.app != app { throw distrust("its status says that it is \"\(status.app)\", not \"\(app)\"") }
    if status.pid != process.pid {
      throw distrust("its status says process \(status.pid); \(process.pid) was started")
    }
    guard status.socket == socket else {
      throw distrust("it serves \(status.socket ?? "no socket") instead of \(socket)")
    }
    let running = RunningApp(
      process, of: app, at: socket, url: status.url, token: status.token, configuration, settings)
    do {
      try running.client.connect(within: settings.launchTimeout, until: deadline)
    } catch {
      throw distrust("\(error)")
    }
    return (running, status)
  }

  // MARK: - Requests

  func request<Reply: Decodable>(
    _ route: ControlRoute, named name: String? = nil, query: String, body: (some Encodable)?,
    within limit: Duration, through other: ControlClient? = nil
  ) throws -> Reply {
    if let status = process.exitStatus { throw ended(status, "before it was asked for \(route.path)") }
    do {
      let bytes = try body.map { try WireJSON.encode($0) } ?? []
      let path = route.path(for: name) + query
      return try decode(
        (other ?? client).send(route.method, path, body: bytes, within: limit), from: route)
    } catch let error as TransportError {
      if error.isOfHangingApp { throw endHanging(error, route) }
      if case .cancelled = error { throw unanswered(route, "\(error)") }
      // A dying process closes its connections a moment before it counts as ended.
      if let status = process.waitForExit(until: Deadline(in: .seconds(1))) {
        throw ended(status, "while it was asked for \(route.path)")
      }
      throw unanswered(route, "\(error)")
    }
  }

  /// Asks for a reset over the loopback interface.
  func resetOverHTTP(_ body: ResetRequest, within limit: Duration) throws -> ResetReceipt {
    guard let port = url?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw AppError.noReset(
        app: name, via: .http,
        problem: "it was launched without --control-port 0, so that it serves no port.")
    }
    return try request(
      .reset, query: "", body: body, within: limit,
      through: ControlClient(through: .loopback(port: port, token: token)))
  }

  /// Asks the app to quit; it may ignore this.
  func quit(within limit: Duration) {
    // Whoever waits no longer for answers waits for this.
    _ = try? client.uncancelled.send("POST", ControlRoute.quit.path, within: limit)
  }

  private func decode<Reply: Decodable>(
    _ response: ControlResponse, from route: ControlRoute
  ) throws -> Reply {
    guard (200..<300).contains(response.status) else {
      guard let reply = try? WireJSON.decode(ErrorReply.self, from: response.body) else {
        throw unanswered(route, "The answer has status \(response.status) and does not say why.")
      }
      throw AppError.refused(app: name, route: route, reply)
    }
    do {
      return try WireJSON.decode(from: response.body)
    } catch {
      throw unanswered(route, "The answer is not a \(Reply.self): \(error)")
    }
  }

  private func ended(_ status: ExitStatus, _ doing: String) -> AppError {
    .ended(app: name, status, doing: doing, log: process.output.text)
  }

  /// Ends the process, so that a test waits for an app that hangs once, and not again at each step and at its end.
  private func endHanging(_ error: TransportError, _ route: ControlRoute) -> AppError {
    guard process.isOwn else { return unanswered(route, "\(error)") }
    if let status = process.end(hanging: "\(error)") {
      return ended(status, "while it was asked for \(route.path)")
    }
    return unanswered(route, "\(error) \(AppProcess.wordsOfEnding)")
  }

  private func unanswered(_ route: ControlRoute, _ problem: String) -> AppError {
    .noAnswer(app: name, route: route, problem: problem, log: process.output.text)
  }
}
#endif
