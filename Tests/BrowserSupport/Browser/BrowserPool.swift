/// Browsers that tests use one after the other, each as good as new: to start one takes as long as a usual test.
actor BrowserPool {
  static let shared = BrowserPool()

  private var idle: [Browser] = []

  func take() async throws -> Browser {
    if let browser = idle.popLast() { return browser }
    return try await Browser()
  }

  /// Keeps a browser for the next test, or ends it if no test waits.
  func giveBack(_ browser: Browser) async throws {
    guard await Turns.shared.isAnyoneWaiting else { return try await browser.end() }
    do {
      try await browser.forgetAll()
      idle.append(browser)
    } catch {
      // What cannot be made new is of no use to others.
      try await browser.end()
    }
  }

  /// Ends those that nobody uses.
  func endIdle() async {
    let browsers = idle
    idle = []
    for browser in browsers { try? await browser.end() }
  }
}

extension Browser {
  /// Closes all pages but a new one, and removes what they have stored.
  func forgetAll() async throws {
    let page = try await command("POST", "/window/new", ["type": "tab"], as: NewWindow.self).handle
    for other in try await command("GET", "/window/handles", as: [String].self) where other != page {
      try await perform("POST", "/window", ["handle": .string(other)])
      try await perform("DELETE", "/window")
    }
    try await perform("POST", "/window", ["handle": .string(page)])
    _ = try await chromium("Page.bringToFront")
    for origin in takeOrigins() {
      _ = try await chromium(
        "Storage.clearDataForOrigin", ["origin": .string(origin), "storageTypes": "all"])
    }
    for name in ["Network.clearBrowserCookies", "Network.clearBrowserCache", "Browser.resetPermissions"] {
      _ = try await chromium(name)
    }
    _ = try await takeConsole()
  }

  private struct NewWindow: Decodable, Sendable { let handle: String }
}
