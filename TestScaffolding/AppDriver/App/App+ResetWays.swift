#if DEBUG
import Beeper
public import ControlProtocol
import Foundation
import OperatingSystem
import Synchronization

extension App {
  /// Strokes keys that are meant for no field, such as those of a gesture: `press("ctrl-r", "ctrl-r", "ctrl-r")`.
  ///
  /// They take the way of keys from a terminal, from where these are read on.
  public func press(_ keys: String...) throws {
    try act(.keys, KeysRequest(keys: keys, generation: generation))
  }

  /// Asks for a reset on a way that brings back no receipt.
  func ask(_ way: ResetWay, _ running: Running) throws {
    switch way {
    case .button: try act(.tap, TapRequest(id: ResetButton.identifier, generation: generation))
    case .gesture(let gesture): try act(.keys, KeysRequest(keys: gesture.keys, generation: generation))
    case .beep(let beep): try send(beep, running)
    case .controlSocket, .http: break
    }
  }

  /// The folder in which the app's process is found by beeps; apps that share it hear the same ones.
  public var runtimeFolder: String? { appEnvironment?["XDG_RUNTIME_DIR"] }

  /// The environment of the process that runs.
  private var appEnvironment: [String: String]? {
    contents.withLock { [settings] contents in
      guard let sandbox = contents.sandbox, let running = contents.running else { return nil }
      return sandbox.environment(inheriting: settings.environment, adding: running.environment)
    }
  }

  private func send(_ beep: ResetBeep, _ running: Running) throws {
    let identifier = beep.identifier(app: running.handshake.app)
    let reached = try Beeper(environment: appEnvironment ?? [:]).beep(identifier: identifier)
    guard reached != 0 else {
      throw AppError.noReset(
        app: executableName, via: .beep,
        problem: "nobody listens for \"\(identifier)\". Launch it with --reset-on beep.")
    }
  }

  /// Does what brings about a reset of this app, and returns the receipt.
  public func receipt(ofResetBy trigger: ResetTrigger, asking: () throws -> Void) throws -> ResetReceipt {
    let (receipt, launch) = try receiptAfter(trigger, asking: asking)
    hear(generation: receipt.generation, screen: receipt.screen, launch: launch)
    return receipt
  }

  func receiptAfter(
    _ trigger: ResetTrigger, asking: () throws -> Void
  ) throws -> (ResetReceipt, launch: Int) {
    let limit = settings.requestTimeout
    // With a number that no reset has, the answer is the count alone.
    let none = TreeQuery(after: .max, milliseconds: 0)
    var seen = try request(.resets, query: none.text, within: limit, as: ResetsReply.self).reply.count
    try asking()
    let deadline = Deadline(in: limit)
    while true {
      let query = TreeQuery(after: seen, milliseconds: deadline.remainingMilliseconds)
      let (reply, launch) = try request(
        .resets, query: query.text, within: limit + deadline.remaining, as: ResetsReply.self)
      if let record = reply.resets.first(where: { $0.trigger == trigger }) {
        if let receipt = record.receipt { return (receipt, launch) }
        let problem = record.refusal?.message ?? "there is neither a receipt nor a reason."
        throw AppError.noReset(app: executableName, via: trigger, problem: problem)
      }
      guard reply.count > seen else {
        throw AppError.noReset(
          app: executableName, via: trigger, problem: "no reset has followed within \(limit).")
      }
      seen = reply.count
    }
  }

  func receiptOverHTTP(_ body: ResetRequest, _ handshake: Handshake) throws -> ResetReceipt {
    guard let url = handshake.url, let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw AppError.noReset(
        app: executableName, via: .http,
        problem: "it was launched without --control-port 0, so that it serves no port.")
    }
    do {
      let response = try ControlClient.sendOverTCP(
        ControlRoute.reset.method, ControlRoute.reset.path, body: Array(try JSONEncoder().encode(body)),
        port: port, token: handshake.token, within: settings.requestTimeout)
      return try decode(response, from: .reset)
    } catch let error as TransportError {
      throw AppError.noAnswer(app: executableName, route: .reset, problem: "\(error)", log: log)
    }
  }
}
#endif
