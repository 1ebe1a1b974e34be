#if DEBUG
public import ControlProtocol
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

  /// The app's name, which is the name of its executable, or the executable's absolute path.
  public let name: String
  let settings: AppSettings
  /// Where the steps of tests are noted, if anyone wants to know.
  let activities: ActivityLog?
  let contents = Mutex(Contents())
  /// Held while the process is started, ended or reset, so that these never overlap.
  let lifecycle = Mutex(())

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

  /// What the app finds on its command line at the next launch or reset.
  public var launchArguments: [String] {
    get { contents.withLock(\.launchArguments) }
    set { contents.withLock { $0.launchArguments = newValue } }
  }

  /// The environment variables that the app finds, beyond its pinned ones, at the next launch or reset.
  public var launchEnvironment: [String: String] {
    get { contents.withLock(\.launchEnvironment) }
    set { contents.withLock { $0.launchEnvironment = newValue } }
  }

  /// Whether the app's process runs.
  public var state: State {
    contents.withLock(\.running)?.process.isRunning == true ? .running : .notRunning
  }

  /// The number of the process, while there is one.
  public var processIdentifier: Int32? { contents.withLock(\.running)?.process.pid }

  /// How often the app has begun anew in this process, as last heard; handles belong to one generation.
  public var generation: Int { contents.withLock(\.era.generation) }

  /// The identifier of the screen in sight, as last heard.
  public var screen: String? { contents.withLock(\.screen) }

  /// The last part of what the app wrote to standard output and standard error.
  public var log: String {
    contents.withLock { $0.running?.process.output.text ?? $0.log }
  }

  /// Why the running process is not the one of the launch before, where the driver decided so.
  public var relaunchReason: String? { contents.withLock(\.relaunchReason) }

  /// What the latest reset did.
  public var lastReceipt: ResetReceipt? { contents.withLock(\.receipt) }

  var executableName: String { ExecutableLocator.name(of: name) }
}

extension App {
  /// One life of an app: the process, and the generation in it.
  struct Era: Sendable, Equatable {
    var launch = 0
    var generation = 0
  }

  /// A process that runs, and how to talk to it.
  struct Running: Sendable {
    var process: AppProcess
    var client: ControlClient
    var environment: [String: String]
    var handshake: Handshake
    /// The arguments and variables that the app has taken over, at its launch or at the latest reset.
    var configuration: Configuration
  }

  /// What an app is started with, at a launch or a reset.
  struct Configuration: Sendable, Equatable {
    var arguments: [String]
    var environment: [String: String]
  }

  struct Contents: Sendable {
    var launchArguments: [String] = []
    var launchEnvironment: [String: String] = [:]
    var sandbox: Sandbox?
    var running: Running?
    var era = Era()
    var screen: String?
    var log = ""
    var relaunchReason: String?
    var receipt: ResetReceipt?
    var slate = SlateRecord()
  }
}
#endif
