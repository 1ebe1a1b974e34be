import Foundation
import Synchronization

/// A headless Chromium with a fresh profile, driven over WebDriver.
package final class Browser: Sendable {
  let client: WebDriverClient
  let session: String
  private let driver: BrowserDriver
  /// From where pages were loaded.
  private let origins = Mutex<Set<String>>([])

  /// Runs the body with a browser of its own, which ends with the body, however that ends.
  package static func run<Result: Sendable>(
    windowSize: WindowSize = .desktop, _ body: (Browser) async throws -> Result
  ) async throws -> Result {
    try await lend(try await Browser(windowSize: windowSize), to: body) { try await $0.end() }
  }

  /// Runs the body with a browser that other tests have used before, or that is new. Nothing of them is in it.
  package static func use<Result: Sendable>(
    _ body: (Browser) async throws -> Result
  ) async throws -> Result {
    try await lend(try await BrowserPool.shared.take(), to: body) {
      try await BrowserPool.shared.giveBack($0)
    }
  }

  private static func lend<Result: Sendable>(
    _ browser: Browser, to body: (Browser) async throws -> Result,
    then giveBack: (Browser) async throws -> Void
  ) async throws -> Result {
    let result: Result
    do {
      result = try await body(browser)
    } catch {
      try? await giveBack(browser)
      throw error
    }
    try await giveBack(browser)
    return result
  }

  private struct NewSession: Decodable, Sendable { let sessionId: String }

  /// Starts a browser; whoever makes it without `run` also ends it.
  package init(windowSize: WindowSize = .desktop) async throws {
    driver = try await BrowserDriver()
    client = driver.client
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-breakpad",
      "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-sync",
      "--disable-component-update", "--mute-audio", "--hide-scrollbars", "--lang=en-GB",
      "--force-device-scale-factor=1",
      // Each page would have a new process, and one more that waits for the next page.
      "--renderer-process-limit=1", "--disable-site-isolation-trials",
      "--disable-features=SpareRendererForSitePerProcess",
      // With a pipe instead of a port the browser ends when its driver does.
      "--remote-debugging-pipe",
      "--window-size=\(windowSize.width),\(windowSize.height)",
    ]
    let capabilities: JSONValue = [
      "alwaysMatch": [
        "browserName": "chrome",
        "goog:loggingPrefs": ["browser": "ALL"],
        "timeouts": ["script": 30_000, "pageLoad": 60_000, "implicit": 0],
        "goog:chromeOptions": [
          "binary": .string(driver.browserPath), "args": .array(arguments.map(JSONValue.string)),
        ],
      ]
    ]
    session = try await client.command(
      "POST", "/session", ["capabilities": capabilities], as: NewSession.self
    ).sessionId
  }

  /// Ends the browser and its driver and removes the profile.
  package func end() async throws {
    do {
      try await perform("DELETE", "")
    } catch {
      try driver.end()
      throw error
    }
    try driver.end()
  }

  /// The processes of the browser and of its driver that have not ended.
  package var processes: [Int32] { get throws { try driver.processes.list() } }

  /// The folder that holds the profile and all else that the browser keeps.
  package var folder: String { driver.folder }

  /// Loads a page and returns when it has loaded.
  package func open(_ url: String) async throws {
    if let address = URL(string: url), let scheme = address.scheme, let host = address.host(),
      let port = address.port
    {
      _ = origins.withLock { $0.insert("\(scheme)://\(host):\(port)") }
    }
    try await perform("POST", "/url", ["url": .string(url)])
  }

  /// The origins since this was asked last.
  func takeOrigins() -> Set<String> {
    origins.withLock { origins in
      defer { origins = [] }
      return origins
    }
  }

  /// Loads the page again.
  package func reload() async throws { try await perform("POST", "/refresh", [:]) }

  package var url: String { get async throws { try await command("GET", "/url", as: String.self) } }

  package var title: String { get async throws { try await command("GET", "/title", as: String.self) } }

  /// Sends a command of this session.
  func command<Value: Decodable & Sendable>(
    _ method: String, _ path: String, _ body: JSONValue? = nil, as type: Value.Type
  ) async throws -> Value {
    try await client.command(method, "/session/\(session)\(path)", body, as: type)
  }

  func perform(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws {
    _ = try await command(method, path, body, as: JSONValue.self)
  }
}

/// The size of a window in CSS pixels.
package struct WindowSize: Sendable, Equatable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package static let desktop = WindowSize(width: 1280, height: 900)
  package static let phone = WindowSize(width: 360, height: 740)
}
