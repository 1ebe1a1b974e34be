#if DEBUG
import Beeper
public import ControlProtocol
import OperatingSystem

/// The ways in which a test can ask an app for a reset.
///
/// The control socket is always open. The others have to be listed in the app's launch argument `--reset-on`. All lead
/// to the same reset, but besides the control socket only HTTP carries arguments, environment, `keepData` and the name of
/// a state.
public enum ResetWay: Sendable, Equatable {
  /// The reset route of the control socket.
  case controlSocket
  /// A tap on the button that floats above the app.
  case button
  /// The keys of the gesture; they have to match the app's `--reset-gesture`.
  case gesture(ResetGesture = .standard)
  /// A beep, which reaches every process of the app that has the same runtime folder.
  case beep(ResetBeep = .stubData)
  /// The reset route over TCP; the app needs the launch argument `--control-port 0`.
  case http
}

extension App {
  /// Runs the closure, which has to cause a reset of this app, and returns the receipt of that reset.
  public func receipt(ofResetBy trigger: ResetTrigger, asking: () throws -> Void) throws -> ResetReceipt {
    let (receipt, launch) = try receiptAfter(trigger, asking)
    note(receipt, launch: launch)
    return receipt
  }

  /// Asks the process for a reset in this way; also returns the number of the launch that was reset.
  func receipt(
    of way: ResetWay, _ wanted: Configuration, keepData: Bool, _ running: RunningApp
  ) throws -> (ResetReceipt, launch: Int) {
    let limit = settings.requestTimeout
    let body = ResetRequest(
      launchArguments: wanted.arguments, launchEnvironment: wanted.environment, keepData: keepData,
      state: wanted.state)
    func follow(_ trigger: ResetTrigger, _ asking: () throws -> Void) throws -> (ResetReceipt, launch: Int) {
      let known = running.configuration
      guard !keepData, (wanted.arguments, wanted.environment) == (known.arguments, known.environment),
        wanted.state == nil
      else {
        throw noReset(
          trigger,
          "it carries no other launch arguments or environment, no wish to keep the data, and no state.")
      }
      return try receiptAfter(trigger, asking)
    }
    switch way {
    case .controlSocket:
      return (try running.request(.reset, query: "", body: body, within: limit), era.launch)
    case .http: return (try running.resetOverHTTP(body, within: limit), era.launch)
    case .button:
      return try follow(.button) {
        try act(.tap, TapRequest(id: ResetButton.identifier, generation: generation))
      }
    case .gesture(let gesture):
      return try follow(.gesture) { try act(.keys, KeysRequest(keys: gesture.keys, generation: generation)) }
    case .beep(let beep):
      return try follow(.beep) {
        let identifier = beep.identifier(app: running.handshake.app)
        let reached = try Beeper(environment: processEnvironment).beep(identifier: identifier)
        if reached == 0 {
          throw noReset(.beep, "nobody listens for \"\(identifier)\". Launch it with --reset-on beep.")
        }
      }
    }
  }

  private func receiptAfter(
    _ trigger: ResetTrigger, _ asking: () throws -> Void
  ) throws -> (ResetReceipt, launch: Int) {
    let limit = settings.requestTimeout
    // No reset has a number this high, so the answer contains only the count.
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
        throw noReset(trigger, record.refusal?.message ?? "there is neither a receipt nor a reason.")
      }
      guard reply.count > seen else { throw noReset(trigger, "no reset has followed within \(limit).") }
      seen = reply.count
    }
  }

  private func noReset(_ trigger: ResetTrigger, _ problem: String) -> AppError {
    .noReset(app: executableName, via: trigger, problem: problem)
  }
}
#endif
