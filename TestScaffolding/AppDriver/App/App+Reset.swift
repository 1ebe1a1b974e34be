#if DEBUG
public import ControlProtocol
import Synchronization

extension App {
  /// Gives the app a clean slate with the current launch arguments and environment, without a new process.
  ///
  /// An app that does not run is launched; then there is no receipt. A process that was launched with
  /// environment variables that are no longer wanted is replaced, because they cannot be taken from it.
  ///
  /// - Parameter keepData: Whether the app finds again what it kept.
  @discardableResult
  public func reset(keepData: Bool = false) throws -> ResetReceipt? {
    try lifecycle.withLock { _ in try renew(keepData: keepData) }
  }

  /// Resets or launches the app with these flags, variables and arguments, which take the place of all others.
  ///
  /// When the app refuses them, it runs on as it was, and those before hold again.
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

  private func renew(keepData: Bool) throws -> ResetReceipt? {
    let (running, arguments, environment) = contents.withLock {
      ($0.running, $0.launchArguments, $0.launchEnvironment)
    }
    guard let running, running.process.isRunning else {
      let reason = running.flatMap { $0.process.waitForExit(until: Deadline(in: .zero)) }
        .map { "the process \($0)" }
      try restart(keepData: keepData, reason: reason)
      return nil
    }
    let unwanted = running.environment.keys.filter { environment[$0] == nil }.sorted()
    guard unwanted.isEmpty else {
      let names = unwanted.joined(separator: ", ")
      try restart(keepData: keepData, reason: "its launch environment has \(names), no longer wanted")
      return nil
    }
    activities?.add("Reset live \(executableName)")
    let body = ResetRequest(
      launchArguments: arguments, launchEnvironment: environment, keepData: keepData)
    let (receipt, launch) = try request(
      .reset, body: body, within: settings.requestTimeout, as: ResetReceipt.self)
    contents.withLock { contents in
      contents.receipt = receipt
      contents.slate.add(receipt)
    }
    hear(generation: receipt.generation, screen: receipt.screen, launch: launch)
    activities?.add(showing: receipt.screen)
    return receipt
  }
}
#endif
