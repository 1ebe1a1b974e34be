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
    let port: UInt16
    (process, port) = try await Self.start(driver, environment: home.environment)
    client = WebDriverClient(http: LoopbackClient(port: port))
  }

  /// Starts the driver until it finds a port: it takes a free one of IPv6, and gives up where IPv4's is in use.
  private static func start(
    _ driver: String, environment: [String: String]
  ) async throws -> (ChildProcess, UInt16) {
    for _ in 1...10 {
      let process = try ChildProcess(driver, ["--port=0"], environment: environment)
      try await process.waitForOutput { port(in: $0) != nil || $0.contains("port not available") }
      if let port = port(in: process.standardOutput.text) { return (process, port) }
      try await process.waitForExit()
    }
    throw BrowserError("\(driver) found ten ports in use, one after the other.")
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
