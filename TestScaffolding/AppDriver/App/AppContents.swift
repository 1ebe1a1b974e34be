#if DEBUG
import ControlProtocol
import OperatingSystem

/// What an ``App`` knows of its process and its files.
struct AppContents: Sendable {
  /// The arguments and variables for the next launch or reset.
  var wanted = Configuration()
  /// What the running test began with, before its own trait or code asked for something else.
  var usual = Configuration()
  var sandbox: Sandbox?
  /// Where its groups are, if it shares them with another app.
  var groups: String?
  var running: RunningApp?
  var run = AppRun()
  /// What the resets of the current test found, and which leaks the test expects.
  var record = SlateRecord()
  /// The output of the latest process, even after it has ended.
  var output: OutputLog?
  var relaunchReason: String?
  /// The recording that the test uses.
  private(set) var recording: NetworkRecording?
  /// Whether the next test has what was here. What an earlier one has left at work finds no app any more.
  private(set) var isHandedOn = false
  /// Where the app waits for the next test process of a parallel run.
  var parking: ParkingPlace?

  /// Notes the recording that the test uses, or that none is used any more.
  mutating func use(_ recording: NetworkRecording?) throws {
    if let recording, let other = self.recording {
      throw NetworkMessageError(
        recording: recording.path, "the test uses \(other.path) already, and can use one")
    }
    self.recording = recording
  }

  mutating func takeRecording() -> NetworkRecording? { recording.take() }

  /// Another process is there, and drawn.
  mutating func begin(
    _ running: RunningApp, generation: Int, screen: String?, after receipt: ResetReceipt? = nil
  ) {
    self.running = running
    run.begin(
      generation: generation, screen: screen, speaksOfNetwork: running.configuration.start.network.answers,
      after: receipt)
  }

  /// A process is there that another test process has left.
  mutating func take(_ app: UntouchedApp) {
    begin(app.running, generation: app.receipt.generation, screen: app.receipt.screen, after: app.receipt)
    (sandbox, output) = (app.sandbox, app.running.process.output)
  }

  /// Gives away all that is here.
  mutating func handOn() -> AppContents {
    defer { (running, sandbox, isHandedOn) = (nil, nil, true) }
    return self
  }

  func expectNotHandedOn() throws(AppError) {
    if isHandedOn { throw .outsideOfTest }
  }

  /// The process, which there has to be.
  func process(of app: String) throws(AppError) -> RunningApp {
    try expectNotHandedOn()
    guard let running else { throw .notRunning(app: app) }
    return running
  }

  /// The complete environment of the running process.
  func environment(inheriting own: [String: String]) -> [String: String] {
    guard let sandbox, let running else { return [:] }
    return Sandbox.environment(at: sandbox.path, inheriting: own, groups: groups, adding: running.environment)
  }

  /// Notes what a reset has found and left; returns what is worth knowing of it and new.
  mutating func note(_ receipt: ResetReceipt, launch: Int) -> [String] {
    run.note(receipt, launch: launch)
    return record.add(receipt, launch: launch)
  }

  /// The running process has been reset with these arguments and variables.
  mutating func configure(_ configuration: Configuration) {
    running?.configuration = configuration
    if configuration.start.network.answers { run.speakOfNetwork() }
  }

  /// Gives away the process that is to end. What it has left, no reset will see.
  mutating func takeProcess() -> (RunningApp?, Sandbox?) {
    relaunchReason = nil
    if running != nil { record.hasLooked = false }
    return (running.take(), sandbox)
  }

  /// The running app, if nothing has happened to it since a reset that found nothing.
  var untouched: UntouchedApp? {
    guard let running, let sandbox, let receipt = run.receipt, receipt.isClean,
      running.process.untouchedGeneration.value == receipt.generation
    else { return nil }
    return UntouchedApp(running: running, sandbox: sandbox, receipt: receipt)
  }
}
#endif
