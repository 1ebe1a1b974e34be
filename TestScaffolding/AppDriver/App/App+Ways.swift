#if DEBUG
import Beeper
public import ControlProtocol
import OperatingSystem

extension App {
  /// Gives the app a clean slate with the current launch arguments and environment, without a new process.
  ///
  /// If the app is not running, it is launched instead, and there is no receipt. A process that was launched with
  /// environment variables which are no longer wanted is replaced, because a running process keeps its variables.
  ///
  /// `way` is how to ask for the reset; with `keepData` the app keeps its data.
  @discardableResult
  public func reset(
    via way: ResetWay = .controlSocket, keepData: Bool = false, file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> ResetReceipt? {
    try reset(via: way, keepData: keepData, at: CallPlace(file: file, line: line))
  }

  /// Runs the closure, which has to cause a reset of this app, and returns the receipt of that reset.
  public func receipt(ofResetBy way: ResetWay, asking: () throws -> Void) throws -> ResetReceipt {
    let (receipt, launch) = try receiptAfter(way, asking)
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
    let known = running.configuration
    func follow(_ asking: () throws -> Void) throws -> (ResetReceipt, launch: Int) {
      guard (wanted.arguments, wanted.environment) == (known.arguments, known.environment),
        wanted.state == nil, !keepData || way == .beep
      else {
        let others = way == .beep ? " and" : ", no wish to keep the data, and"
        throw noReset(way, "it carries no other launch arguments or environment\(others) no state.")
      }
      return try receiptAfter(way, asking)
    }
    switch way {
    case .controlSocket:
      return (try running.request(.reset, query: "", body: body, within: limit), era.launch)
    case .http: return (try running.resetOverHTTP(body, within: limit), era.launch)
    case .button:
      return try follow { try act(.tap, TapRequest(id: ResetButton.identifier, generation: generation)) }
    case .gesture:
      return try follow {
        try act(.keys, KeysRequest(keys: known.start.gesture.keys, generation: generation))
      }
    case .beep:
      return try follow {
        let identifier = (keepData ? ResetBeep.realData : .stubData).identifier(app: running.name)
        let reached = try Beeper(environment: processEnvironment).beep(identifier: identifier)
        if reached == 0 {
          throw noReset(way, "nobody listens for \"\(identifier)\". Launch it with --reset-on beep.")
        }
      }
    }
  }

  private func receiptAfter(
    _ way: ResetWay, _ asking: () throws -> Void
  ) throws -> (ResetReceipt, launch: Int) {
    let limit = settings.requestTimeout
    // No reset has a number this high, so the answer contains only the count.
    let none = TreeQuery(after: .max, milliseconds: 0)
    var seen = try request(.resets, query: none.text, as: ResetsReply.self).reply.count
    try asking()
    let deadline = Deadline(in: limit)
    while true {
      let query = TreeQuery(after: seen, milliseconds: deadline.remainingMilliseconds)
      let (reply, launch) = try request(
        .resets, query: query.text, waiting: deadline.remaining, as: ResetsReply.self)
      if let record = reply.resets.first(where: { $0.trigger == way }) {
        if let receipt = record.receipt { return (receipt, launch) }
        throw noReset(way, record.refusal?.message ?? "there is neither a receipt nor a reason.")
      }
      guard reply.count > seen else { throw noReset(way, "no reset has followed within \(limit).") }
      seen = reply.count
    }
  }

  private func noReset(_ way: ResetWay, _ problem: String) -> AppError {
    .noReset(app: executableName, via: way, problem: problem)
  }
}

extension ResetWay {
  @available(*, deprecated, message: "Write .gesture: the driver knows the app's --reset-gesture.")
  public static func gesture(_ gesture: ResetGesture = .standard) -> ResetWay { .gesture }

  @available(*, deprecated, message: "Write .beep, and keepData: true for real data.")
  public static func beep(_ beep: ResetBeep = .stubData) -> ResetWay { .beep }
}
#endif
