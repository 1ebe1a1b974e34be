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
  private(set) var era = App.Era()
  private(set) var screen: String?
  /// The output of the latest process, even after it has ended.
  var output: OutputLog?
  var relaunchReason: String?
  /// Whether something was said to this process about its network.
  var speaksOfNetwork = false
  /// The recording that the test uses.
  var recording: NetworkRecording?
  private(set) var receipt: ResetReceipt?
  /// What the latest reset has left, if it found nothing.
  private var slate: CleanSlate?
  /// Where the app waits for the next test process of a parallel run.
  private var parking: ParkingPlace?

  /// Another process is there, and drawn.
  mutating func begin(_ running: RunningApp, generation: Int, screen: String?) {
    self.running = running
    era = App.Era(launch: era.launch + 1, generation: generation)
    self.screen = screen
    (receipt, slate) = (nil, nil)
    speaksOfNetwork = running.configuration.speaksOfNetwork
  }

  /// A process is there that another test process has left.
  mutating func take(_ app: UntouchedApp) {
    begin(app.running, generation: app.slate.generation, screen: app.screen)
    (sandbox, output, slate) = (app.sandbox, app.running.process.output, app.slate)
  }

  /// The complete environment of the running process.
  func environment(inheriting own: [String: String]) -> [String: String] {
    guard let sandbox, let running else { return [:] }
    return Sandbox.environment(at: sandbox.path, inheriting: own, groups: groups, adding: running.environment)
  }

  /// Where the app waits for the next test process; nil if it is left to none.
  mutating func parkingPlace(for launch: AppLaunch) throws -> ParkingPlace? {
    guard let run = launch.settings.parallelRun, groups == nil else { return nil }
    if let parking, parking.suits(launch) { return parking }
    parking = try ParkingPlace(for: launch, in: run)
    return parking
  }

  /// The running process has been reset with these arguments and variables.
  mutating func configure(_ configuration: Configuration) {
    running?.configuration = configuration
    speaksOfNetwork = speaksOfNetwork || configuration.speaksOfNetwork
  }

  mutating func note(_ receipt: ResetReceipt, launch: Int) {
    hear(generation: receipt.generation, screen: receipt.screen, launch: launch)
    self.receipt = receipt
    slate = receipt.isClean ? CleanSlate(generation: receipt.generation, state: receipt.restored?.id) : nil
  }

  /// Notes the generation and the screen that an answer reports.
  mutating func hear(generation: Int, screen: String?, launch: Int) {
    // Ignore an answer from an earlier process, and one that a newer answer has overtaken.
    guard era.launch == launch, generation >= era.generation else { return }
    era.generation = generation
    self.screen = screen
  }

  /// The running app, if nothing has happened to it since a reset that found nothing.
  var untouched: UntouchedApp? {
    guard let running, let sandbox, let slate,
      running.process.untouchedGeneration.value == slate.generation
    else { return nil }
    return UntouchedApp(running: running, sandbox: sandbox, screen: screen, slate: slate)
  }
}

extension App {
  /// Identifies one run of the app: which launch, and which generation within that process.
  struct Era: Sendable, Equatable {
    var launch = 0
    var generation = 0
  }
}
#endif
