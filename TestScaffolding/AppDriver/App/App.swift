#if DEBUG
public import ControlProtocol
import OperatingSystem
import Processes
import Synchronization

/// An app under test, running in its own process with a private home.
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
  /// Whether the app's process is running.
  public enum State: Sendable {
    case notRunning
    case running
  }

  /// The app's name, which is also the name of its executable; or the executable's absolute path.
  public let name: String
  let settings: AppSettings
  /// What the test does, step by step.
  let recorder: TraceRecorder
  private let contents: Mutex<AppContents>
  /// Held while the process is started, ended or reset, so that only one of these happens at a time.
  private let lifecycle = Mutex(())

  /// Creates an app that is not running yet.
  ///
  /// - Parameter name: The product's name, if its executable is in the folder of the tests; otherwise the executable's
  ///   absolute path.
  public convenience init(_ name: String) { self.init(name, settings: AppSettings()) }

  package convenience init(_ name: String, settings: AppSettings) {
    self.init(name, settings, TraceRecorder(environment: settings.environment), AppContents())
  }

  private init(_ name: String, _ settings: AppSettings, _ recorder: TraceRecorder, _ all: AppContents) {
    (self.name, self.settings, self.recorder) = (name, settings, recorder)
    contents = Mutex(all)
  }

  deinit { terminate() }

  var wanted: Configuration {
    get { contents.withLock(\.wanted) }
    set { contents.withLock { $0.wanted = newValue } }
  }
  var usual: Configuration {
    get { contents.withLock(\.usual) }
    set { contents.withLock { $0.usual = newValue } }
  }

  /// The arguments for the next launch or reset.
  public var launchArguments: [String] {
    get { wanted.arguments }
    set { contents.withLock { $0.wanted.arguments = newValue } }
  }

  /// The environment variables for the next launch or reset, in addition to the fixed ones.
  public var launchEnvironment: [String: String] {
    get { wanted.environment }
    set { contents.withLock { $0.wanted.environment = newValue } }
  }

  // MARK: - Current state

  /// Whether the app's process is running.
  public var state: State { running?.process.isRunning == true ? .running : .notRunning }

  /// The process identifier, while there is a process.
  public var processIdentifier: Int32? { running?.process.pid }

  /// How often the app has been built in this process, as last reported.
  public var generation: Int { era.generation }

  /// The identifier of the visible screen, as last reported.
  public var screen: String? { contents.withLock(\.run.screen) }

  /// The last part of what the app wrote to standard output and standard error.
  public var log: String { contents.withLock(\.output)?.text ?? "" }

  /// Why the driver replaced the process of the previous launch, if it did.
  public var relaunchReason: String? { contents.withLock(\.relaunchReason) }

  /// The receipt of the latest reset of the process, which an earlier test may have asked for.
  public var lastReceipt: ResetReceipt? { contents.withLock(\.run.receipt) }

  var running: RunningApp? { contents.withLock(\.running) }
  var untouched: UntouchedApp? { contents.withLock(\.untouched) }
  var era: AppRun.Era { contents.withLock(\.run.era) }

  /// The complete environment of the running process.
  var processEnvironment: [String: String] {
    contents.withLock { $0.environment(inheriting: settings.environment) }
  }

  /// Reads or changes what the resets of the current test found, and which leaks the test expects.
  func withRecord<Value>(_ work: (inout SlateRecord) -> Value) -> Value {
    contents.withLock { work(&$0.record) }
  }

  // MARK: - Launching, ending and resetting

  /// Whether another process has taken the place of that one; waits for one that is about to.
  func hasBegunAnew(since era: AppRun.Era) -> Bool {
    lifecycle.withLock { _ in self.era.launch != era.launch }
  }

  func restart(reason: String?, keepData: Bool = false) throws {
    try lifecycle.withLock { _ in try replaceProcess(reason, keepData, at: nil) }
  }

  var isHandedOn: Bool { contents.withLock(\.isHandedOn) }

  /// The app for the next test, which has the process from now on. With this object nobody can do anything more.
  func handOn() -> App {
    lifecycle.withLock { _ in
      App(name, settings, TraceRecorder(after: recorder), contents.withLock { $0.handOn() })
    }
  }

  /// Ends the app and removes all its data.
  public func terminate() { lifecycle.withLock { _ in discard() } }

  /// Takes over the app that another test process of a parallel run has left; returns whether there is one.
  func takeOver() -> Bool {
    lifecycle.withLock { _ in
      do {
        guard let taken = try parkingPlace()?.take() else { return false }
        recorder.change { $0.beginProcess(clock: taken.running.configuration.pausedClock) }
        recorder.add("Take over \(executableName):\(taken.running.process.pid) from an earlier test")
        contents.withLock { $0.take(taken) }
        return true
      } catch is LaunchServerProblem {
        // The launch says why.
        return false
      } catch {
        let reason = error is ParkingError ? "" : "the app of an earlier test cannot be taken over: "
        contents.withLock { $0.relaunchReason = "\(reason)\(error)" }
        return false
      }
    }
  }

  /// Leaves the app to the next test process of a parallel run, if it is on a clean slate; ends it otherwise.
  func leave() {
    lifecycle.withLock { _ in
      if !park() { discard() }
    }
  }

  /// Has the groups of the next process in another folder than that of its other data, or no longer. A process keeps its
  /// folders, so one that runs is ended.
  func keepGroups(in folder: String?, because reason: String) {
    guard contents.withLock(\.groups) != folder else { return }
    if running != nil { prepareLaunch(because: reason) }
    contents.withLock { $0.groups = folder }
  }

  /// Ends the app, and notes the reason for the next launch, which begins with nothing of what was there.
  func prepareLaunch(because reason: String) {
    lifecycle.withLock { _ in
      stop()
      emptySandbox()
      contents.withLock { $0.relaunchReason = reason }
    }
  }

  /// ``reset(via:keepData:file:line:)``, to one of the states that the app can begin with.
  @discardableResult
  func reset(
    via way: ResetWay = .controlSocket, keepData: Bool = false, to state: String? = nil, at place: CallPlace?
  ) throws -> ResetReceipt? {
    try lifecycle.withLock { _ -> ResetReceipt? in
      // What apps of a group share is in no folder of this app: only a reset erases it.
      let groups = contents.withLock(\.groups)
      if try replaceUnfitProcess(keepData, at: place), state == nil, keepData || groups == nil { return nil }
      let running = try contents.withLock { try $0.process(of: executableName) }
      var wanted = self.wanted
      wanted.state = state
      if place != nil { keepWhatResetForgets() }
      let goal = state.map { " to \"\($0)\"" } ?? ""
      let receipt = try recorder.step("Reset live \(executableName)\(goal)", at: place) {
        [wanted] step -> ResetReceipt in
        let start = ContinuousClock.now
        let (receipt, launch) = try self.receipt(of: way, wanted, keepData: keepData, running)
        recorder.change { $0.addReset(receipt, step: step, since: start, clock: wanted.pausedClock) }
        contents.withLock { $0.configure(wanted) }
        note(receipt, launch: launch)
        return receipt
      }
      recorder.add(showing: receipt.screen)
      return receipt
    }
  }

  /// Another process is there, and drawn.
  func begin(_ running: RunningApp, generation: Int, screen: String?) {
    contents.withLock { $0.begin(running, generation: generation, screen: screen) }
  }

  /// Sends a request to the running process, which may let it wait for so long; also returns the number of the launch that
  /// answered.
  func request<Reply: Decodable>(
    _ route: ControlRoute, named name: String? = nil, query: String = "",
    body: (some Encodable)? = Optional<BackRequest>.none,
    waiting: Duration = .zero, as type: Reply.Type
  ) throws -> (reply: Reply, launch: Int) {
    let (running, launch) = try contents.withLock { (try $0.process(of: executableName), $0.run.era.launch) }
    let limit = settings.requestTimeout + waiting
    return (try running.request(route, named: name, query: query, body: body, within: limit), launch)
  }

  /// Notes that the running process is told something about its network.
  func willSpeakOfNetwork() { contents.withLock { $0.run.speakOfNetwork() } }
  func willUse(_ recording: NetworkRecording?) throws { try contents.withLock { try $0.use(recording) } }

  /// Ends the use of a recording, and returns what is not as in it. That of half a test is neither judged nor kept.
  func finishRecording(isWhole: Bool) -> [String] {
    guard let recording = contents.withLock({ $0.takeRecording() }), isWhole else { return [] }
    do {
      return try recording.finish(in: self)
    } catch {
      return ["\(error)"]
    }
  }

  /// Notes which requests nothing has answered in a process that no reset asks for them.
  func noteUnanswered() {
    let running = contents.withLock { $0.run.takeWhetherItSpeaksOfNetwork() ? $0.running : nil }
    guard let running, running.process.isRunning else { return }
    let unanswered = unanswered
    withRecord { $0.unanswered += unanswered }
  }

  /// Notes what a reset has found and left.
  func note(_ receipt: ResetReceipt, launch: Int) {
    for remark in contents.withLock({ $0.note(receipt, launch: launch) }) { recorder.add(remark, depth: 1) }
  }

  /// Notes the generation and the screen that an answer reports.
  func hear(generation: Int, screen: String?, launch: Int) {
    contents.withLock { $0.run.hear(generation: generation, screen: screen, launch: launch) }
  }

  // MARK: - Processes (call only while `lifecycle` is held)

  /// Launches an app that cannot be reset, and returns whether that was necessary.
  private func replaceUnfitProcess(_ keepData: Bool, at place: CallPlace?) throws -> Bool {
    let (running, wanted) = contents.withLock { ($0.running, $0.wanted) }
    guard let running, running.process.isRunning else {
      try replaceProcess(running?.process.exitStatus.map { "the process \($0)" }, keepData, at: place)
      return true
    }
    let unwanted = running.environment.keys.filter { wanted.environment[$0] == nil }.sorted()
    guard !unwanted.isEmpty else { return false }
    let names = unwanted.joined(separator: ", ")
    try replaceProcess("its launch environment has \(names), no longer wanted", keepData, at: place)
    return true
  }

  private func replaceProcess(_ reason: String?, _ keepData: Bool, at place: CallPlace?) throws {
    try contents.withLock { try $0.expectNotHandedOn() }
    if recorder.read(\.isOfRunningTest) { keepScreensAndRequests() }
    try recorder.step("Open \(executableName)", at: place) { _ in
      let start = ContinuousClock.now
      recorder.add("Launch \(executableName)", depth: 1)
      stop()
      if !keepData { emptySandbox() }
      do {
        recorder.change { $0.beginProcess() }
        try self.start(reason: reason)
        let clock = wanted.pausedClock
        recorder.change { trace in
          trace.addLaunch(ContinuousClock.now - start)
          trace.clock = clock
        }
        if recorder.read(\.isOfRunningTest) { recordForPause() }
      } catch {
        if !keepData { removeSandbox() }
        throw error
      }
    }
    recorder.add(showing: screen)
  }

  private var launchAsWanted: AppLaunch {
    let needsPort = needsPortForPause
    return contents.withLock {
      AppLaunch(app: name, settings: settings, wanted: $0.wanted, groups: $0.groups, needsPort: needsPort)
    }
  }

  private func start(reason: String?) throws {
    let launch = launchAsWanted
    let sandbox: Sandbox
    let process: AppProcess
    do {
      sandbox = try contents.withLock(\.sandbox) ?? Sandbox(in: settings.temporaryFolder)
      contents.withLock { $0.sandbox = sandbox }
      process = try launch.process(in: sandbox)
    } catch let error as SystemError {
      throw AppError.startFailed(app: executableName, problem: "\(error)")
    }
    contents.withLock { $0.output = process.output }
    if let reason { process.output.note("relaunched: \(reason)") }
    do {
      recorder.add("Wait for \(executableName) to idle", depth: 2)
      let (running, status) = try RunningApp.meet(
        process, of: executableName, at: sandbox.socketPath, launch.wanted, settings)
      begin(running, generation: status.generation, screen: status.screen)
      contents.withLock { $0.relaunchReason = reason }
    } catch {
      process.end(termination: .zero)
      sandbox.endStrays(of: executableName, process)
      throw error
    }
  }

  /// Where the app waits for the next test process; nil if it is left to none.
  private func parkingPlace() throws -> ParkingPlace? {
    let launch = launchAsWanted
    guard let run = settings.parallelRun, launch.groups == nil else { return nil }
    if let kept = contents.withLock(\.parking), kept.suits(launch) { return kept }
    let place = try ParkingPlace(for: launch, in: run)
    contents.withLock { $0.parking = place }
    return place
  }

  private func park() -> Bool {
    guard let app = untouched, app.running.process.hasLaunchServer else { return false }
    do {
      guard let place = try parkingPlace() else { return false }
      try place.park(app)
    } catch {
      recorder.add("\(executableName):\(app.running.process.pid) is not left to a later test: \(error)")
      return false
    }
    contents.withLock { ($0.running, $0.sandbox) = (nil, nil) }
    return true
  }

  private func discard() {
    stop()
    removeSandbox()
  }

  /// Ends the process: asks it to quit, and forces it if it does not.
  private func stop() {
    guard running?.process.isOwn != false else { return }
    noteUnanswered()
    let (taken, sandbox) = contents.withLock { $0.takeProcess() }
    guard let running = taken else { return }
    let (process, limit) = (running.process, settings.quitTimeout)
    if let status = process.exitStatus, let fate = process.fate {
      if status.isCrash, !process.isEndTold {
        withRecord { $0.note("\(executableName) \(fate) during the test") }
      }
    } else {
      recorder.add("Terminate \(executableName):\(process.pid)", depth: 2)
      let deadline = Deadline(in: limit)
      running.quit(within: limit)
      if process.waitForExit(until: deadline) == nil {
        let status = process.end(termination: limit)
        process.output.note(
          "\(executableName) did not quit within \(limit) and was ended; it "
            + "\(status?.description ?? "still runs")")
      }
    }
    process.end(termination: limit)
    sandbox?.endStrays(of: executableName, process)
  }

  /// Takes away all that the app has left. The folder stays, because its watcher costs more than what is in it.
  private func emptySandbox() {
    do {
      try contents.withLock(\.sandbox)?.empty()
    } catch {
      removeSandbox()
    }
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
