import Synchronization
import TestSupport

/// A running `chromedriver` with a home of its own; it ends, with its browsers, when the test forgets it.
final class BrowserDriver: Sendable {
  let client: WebDriverClient
  let browserPath: String
  private let home: TemporaryHome
  private let process: ChildProcess
  private let hasEnded = Mutex(false)

  /// Starts the driver on a free port, and waits until it says that it serves there.
  init(_ installation: BrowserInstallation = .current) async throws {
    guard let driver = installation.driver, let browser = installation.browser else {
      throw BrowserError(installation.gap ?? "")
    }
    home = try TemporaryHome()
    browserPath = browser
    process = try ChildProcess(driver, ["--port=0"], environment: home.environment)
    try await process.waitForOutput { Self.port(in: $0) != nil }
    guard let port = Self.port(in: process.standardOutput.text) else {
      throw BrowserError("\(driver) did not say its port.")
    }
    client = WebDriverClient(http: LoopbackClient(port: port))
  }

  deinit { try? end() }

  /// The folder that holds all that the browser keeps.
  var folder: String { home.root }

  var processes: BrowserProcesses { BrowserProcesses(leader: process.processID, folder: home.root) }

  /// Ends every process that is left, and removes the home.
  func end() throws {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    // Later the process number may be somebody else's.
    guard isFirst else { return }
    try processes.killAll()
    try home.remove()
  }

  static func port(in output: String) -> UInt16? {
    output.firstMatch(of: #/started successfully on port (\d+)\./#).flatMap { UInt16($0.1) }
  }
}
