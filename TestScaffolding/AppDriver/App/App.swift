#if DEBUG
public import ControlProtocol
import OperatingSystem
import Processes
import Synchronization

/// An app under test, which runs as a process of its own with a private home.
///
/// ```swift
/// let app = App("SampleOnboarding")
/// try app.launch()
/// try app.buttons["continue"].tap()
/// ```
///
/// Every action returns when the app is idle and drawn again; tests never sleep. An app may be used from several
/// threads at once.
public final class App: Sendable {
  /// Whether the process of an app runs.
  public enum State: Sendable {
    case notRunning
    case running
  }

  /// One life of an app: the process, and the generation in it.
  struct Era: Sendable, Equatable {
    var launch = 0
    var generation = 0
  }

  private struct Contents: Sendable {
    /// What holds from the next launch or reset on.
    var wanted = Configuration()
    var sandbox: Sandbox?
    var running: RunningApp?
    var era = Era()
    var screen: String?
    /// What the latest process said, also when it has ended.
    var output: OutputLog?
    var relaunchReason: String?
    var receipt: ResetReceipt?
  }

  /// The app's name, which is the name of its executable, or the executable's absolute path.
  public let name: String
  let settings: AppSettings
  /// Where the steps of tests are noted, if anyone wants to know.
  let activities: ActivityLog?
  /// What the resets of the current test found, and what the test expects.
  let slate = Mutex(SlateRecord())
  private let contents = Mutex(Contents())
  /// Held while the process is started, ended or reset, so that these never overlap.
  private let lifecycle = Mutex(())

  /// Creates an app that does not run yet.
  ///
  /// - Parameter name: The product's name; its executable lies beside the tests. Or an absolute path.
  public convenience init(_ name: String) { self.init(name, settings: AppSettings()) }

  package init(_ name: String, settings: AppSettings) {
    self.name = name
    self.settings = settings
    activities = ActivityLog(environment: settings.environment)
  }

  deinit { terminate() }

  var executableName: String { AppSettings.executableName(of: name) }

  var wanted: Configuration {
    get { contents.withLock(\.wanted) }
    set { contents.withLock { $0.wanted = newValue } }
  }

  /// What the app finds on its command line at the next launch or reset.
  public var launchArguments: [String] {
    get { wanted.arguments }
    set { contents.withLock { $0.wanted.arguments = newValue } }
  }

  /// The environment variables that the app finds, beyond its pinned ones, at the next launch or reset.
  public var launchEnvironment: [String: String] {
    get { wanted.environment }
    set { contents.withLock { $0.wanted.environment = newValue } }
  }

  // MARK: - How it is now

  /// Whether the app's process runs.
  public var state: State { running?.process.isRunning == true ? .running : .notRunning }

  /// The number of the process, while there is one.
  public var processIdentifier: Int32? { running?.process.pid }

  /// How often the app has begun anew in this process, as last heard; handles belong to one generation.
  public var generation: Int { era.generation }

  /// The identifier of the screen in sight, as last heard.
  public var screen: String? { contents.withLock(\.screen) }

  /// The last part of what the app wrote to standard output and standard error.
  public var log: String { contents.withLock(\.output)?.text ?? "" }

  /// Why the running process is not the one of the launch before, where the driver decided so.
  public var relaunchReason: String? { contents.withLock(\.relaunchReason) }

  /// What the latest reset did.
  public var lastReceipt: ResetReceipt? { contents.withLock(\.receipt) }

  /// The folder in which the app's process is found by beeps; apps that share it hear the same ones.
  public var runtimeFolder: String? { processEnvironment["XDG_RUNTIME_DIR"] }

  var running: RunningApp? { contents.withLock(\.running) }
  var era: Era { contents.withLock(\.era) }

  /// The environment of the process that runs.
  var processEnvironment: [String: String] {
    contents.withLock { [settings] contents in
      guard let sandbox = contents.sandbox, let running = contents.running else { return [:] }
      return sandbox.environment(inheriting: settings.environment, adding: running.environment)
    }
  }

  // MARK: - Its life

  /// Starts the app on a clean slate, and returns when it is drawn; a process that runs is ended first.
  public func launch() throws { try restart(reason: nil) }

  /// Ends the app's process and starts another one.
  ///
  /// - Parameters:
  ///   - reason: Why, for the log and for ``relaunchReason``.
  ///   - keepData: Whether the new process finds what the old one kept.
  public func relaunch(reason: String, keepData: Bool = false) throws {
    try restart(reason: reason, keepData: keepData)
  }

  func restart(reason: String?, keepData: Bool = false) throws {
    try lifecycle.withLock { _ in try replaceProcess(reason, keepData) }
  }

  /// Ends the app and removes all that it kept.
  public func terminate() { terminate(because: nil) }

  /// Ends the app; the next launch has this reason.
  func terminate(because reason: String?) {
    lifecycle.withLock { _ in
      stop()
      removeSandbox()
      contents.withLock { $0.relaunchReason = reason }
    }
  }

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
    try lifecycle.withLock { _ in
      let (running, wanted) = contents.withLock { ($0.running, $0.wanted) }
      guard let running, running.process.isRunning else {
        try replaceProcess(running?.process.exitStatus.map { "the process \($0)" }, keepData)
        return nil
      }
      let unwanted = running.environment.keys.filter { wanted.environment[$0] == nil }.sorted()
      guard unwanted.isEmpty else {
        let names = unwanted.joined(separator: ", ")
        try replaceProcess("its launch environment has \(names), no longer wanted", keepData)
        return nil
      }
      activities?.add("Reset live \(executableName)")
      let (receipt, launch) = try receipt(of: way, wanted, keepData: keepData, running)
      contents.withLock { contents in
        contents.receipt = receipt
        contents.running?.configuration = wanted
      }
      slate.withLock { $0.add(receipt, launch: launch) }
      hear(generation: receipt.generation, screen: receipt.screen, launch: launch)
      activities?.add(showing: receipt.screen)
      return receipt
    }
  }

  /// Asks the process that runs, and tells in which launch of the app that was.
  func request<Reply: Decodable>(
    _ route: ControlRoute, query: String = "", body: (some Encodable)? = Optional<BackRequest>.none,
    within limit: Duration, as type: Reply.Type
  ) throws -> (reply: Reply, launch: Int) {
    let (running, launch) = contents.withLock { ($0.running, $0.era.launch) }
    guard let running else { throw AppError.notRunning(app: executableName) }
    return (try running.request(route, query: query, body: body, within: limit), launch)
  }

  /// Notes what an answer says of the app.
  func hear(generation: Int, screen: String?, launch: Int) {
    contents.withLock { contents in
      // An answer of a process that is gone says nothing about this one; an overtaken one is old news.
      guard contents.era.launch == launch, generation >= contents.era.generation else { return }
      contents.era.generation = generation
      contents.screen = screen
    }
  }

  // MARK: - Its processes, while `lifecycle` is held

  private func replaceProcess(_ reason: String?, _ keepData: Bool) throws {
    activities?.add("Open \(executableName)")
    activities?.add("Launch \(executableName)", depth: 1)
    stop()
    if !keepData { removeSandbox() }
    do {
      try start(reason: reason)
      activities?.add(showing: screen)
    } catch {
      if !keepData { removeSandbox() }
      throw error
    }
  }

  private func start(reason: String?) throws {
    let executable = try settings.executable(of: name)
    let wanted = wanted
    let sandbox: Sandbox
    let process: AppProcess
    do {
      sandbox = try contents.withLock(\.sandbox) ?? Sandbox(in: settings.temporaryFolder)
      contents.withLock { $0.sandbox = sandbox }
      try sandbox.removeSocket()
      let options = [
        ControlOption.socket.name, sandbox.socketPath, ControlOption.headless.name,
        ControlOption.readyDescriptor.name, "\(AppProcess.Inherited.ready)",
        ControlOption.lifelineDescriptor.name, "\(AppProcess.Inherited.lifeline)",
      ]
      process = try AppProcess(
        executable, arguments: options + wanted.arguments,
        environment: sandbox.environment(inheriting: settings.environment, adding: wanted.environment),
        folder: sandbox.home, logCapacity: settings.logCapacity)
    } catch let error as SystemError {
      throw AppError.startFailed(app: executableName, problem: "\(error)")
    }
    contents.withLock { $0.output = process.output }
    if let reason { process.output.note("relaunched: \(reason)") }
    do {
      activities?.add("Wait for \(executableName) to idle", depth: 2)
      let (running, status) = try RunningApp.meet(
        process, of: executableName, at: sandbox.socketPath, wanted, settings)
      contents.withLock { contents in
        contents.running = running
        contents.era = Era(launch: contents.era.launch + 1, generation: status.generation)
        contents.screen = status.screen
        contents.relaunchReason = reason
        contents.receipt = nil
      }
    } catch {
      process.end(termination: .zero)
      sandbox.endStrays(of: executableName, process.output)
      throw error
    }
  }

  /// Ends the process: asks it to quit, then insists.
  private func stop() {
    contents.withLock { $0.relaunchReason = nil }
    let (taken, sandbox) = contents.withLock { ($0.running.take(), $0.sandbox) }
    guard let running = taken else { return }
    let (process, limit) = (running.process, settings.quitTimeout)
    if process.isRunning {
      activities?.add("Terminate \(executableName):\(process.pid)", depth: 2)
      running.quit(within: limit)
      if process.waitForExit(until: Deadline(in: limit)) == nil {
        let status = process.end(termination: limit)
        process.output.note(
          "\(executableName) did not quit within \(limit) and was ended; it "
            + "\(status?.description ?? "still runs")")
      }
    }
    process.end(termination: limit)
    sandbox?.endStrays(of: executableName, process.output)
  }

  private func removeSandbox() {
    let (taken, output) = contents.withLock { ($0.sandbox.take(), $0.output) }
    guard let sandbox = taken else { return }
    do {
      try sandbox.remove()
    } catch {
      output?.note("\(sandbox.path) could not be removed: \(error)")
    }
  }
}
#endif
