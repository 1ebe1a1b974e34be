#if DEBUG
public import ControlProtocol
import OperatingSystem
import Synchronization

extension App {
  /// Gives the app a clean slate with the current launch arguments and environment, without a new process.
  ///
  /// An app that does not run is launched; then there is no receipt. A process that was launched with
  /// environment variables that are no longer wanted is replaced, because they cannot be taken from it.
  ///
  /// - Parameters:
  ///   - way: How the app is asked.
  ///   - keepData: Whether the app finds again what it kept.
  @discardableResult
  public func reset(via way: ResetWay = .controlSocket, keepData: Bool = false) throws -> ResetReceipt? {
    try lifecycle.withLock { _ in try renew(via: way, keepData: keepData) }
  }

  /// Resets or launches the app with these flags, variables and arguments, which take the place of all others.
  ///
  /// When the app refuses them, those before hold again. The app runs on as it was then, unless a variable of the
  /// launch was not to hold any more: for that its process is ended first, and none runs afterwards.
  public func launchApp(
    featureFlags: [Flag] = [], automationFlags: [Flag] = [], envVariables: [String: String] = [:],
    otherArgs: [String] = []
  ) throws {
    let arguments = try LaunchArgumentsBuilder().featureFlags(featureFlags)
      .automationFlags(automationFlags).arguments(otherArgs).build()
    let before = contents.withLock { contents in
      defer { (contents.launchArguments, contents.launchEnvironment) = (arguments, envVariables) }
      return (contents.launchArguments, contents.launchEnvironment)
    }
    do {
      try reset()
    } catch {
      contents.withLock { ($0.launchArguments, $0.launchEnvironment) = before }
      throw error
    }
  }

  private func renew(via way: ResetWay, keepData: Bool) throws -> ResetReceipt? {
    let (running, wanted) = contents.withLock {
      ($0.running, Configuration(arguments: $0.launchArguments, environment: $0.launchEnvironment))
    }
    guard let running, running.process.isRunning else {
      let reason = running.flatMap { $0.process.waitForExit(until: Deadline(in: .zero)) }
        .map { "the process \($0)" }
      try restart(keepData: keepData, reason: reason)
      return nil
    }
    let unwanted = running.environment.keys.filter { wanted.environment[$0] == nil }.sorted()
    guard unwanted.isEmpty else {
      let names = unwanted.joined(separator: ", ")
      try restart(keepData: keepData, reason: "its launch environment has \(names), no longer wanted")
      return nil
    }
    activities?.add("Reset live \(executableName)")
    let body = ResetRequest(
      launchArguments: wanted.arguments, launchEnvironment: wanted.environment, keepData: keepData)
    let (receipt, launch) = try receipt(of: way, body, running, wanted)
    contents.withLock { contents in
      contents.receipt = receipt
      contents.slate.add(receipt, launch: launch)
      contents.running?.configuration = wanted
    }
    hear(generation: receipt.generation, screen: receipt.screen, launch: launch)
    activities?.add(showing: receipt.screen)
    return receipt
  }

  private func receipt(
    of way: ResetWay, _ body: ResetRequest, _ running: Running, _ wanted: Configuration
  ) throws -> (ResetReceipt, launch: Int) {
    switch way {
    case .controlSocket:
      return try request(.reset, body: body, within: settings.requestTimeout, as: ResetReceipt.self)
    case .http:
      return (try receiptOverHTTP(body, running.handshake), contents.withLock(\.era.launch))
    case .button, .gesture, .beep:
      let isPlain = body.keepData == false && wanted == running.configuration
      guard isPlain else {
        throw AppError.noReset(
          app: executableName, via: way.trigger,
          problem: "it carries no other launch arguments or environment, and no wish to keep the data.")
      }
      return try receiptAfter(way.trigger) {
        try ask(way, running)
      }
    }
  }
}
#endif
