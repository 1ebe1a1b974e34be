import BrowserSupport
import Testing

/// The debug page in a browser.
@Suite(.inTurns, .needsBrowser) enum DebugPageTests {
  /// Opens the page of a sample app, and expects at the end that the console holds no error.
  static func open(
    _ product: String, _ arguments: [String] = [], console isQuiet: Bool = true,
    _ body: (Browser, RunningSample) async throws -> Void
  ) async throws {
    let sample = try await RunningSample(product, arguments)
    try await Browser.use { browser in
      try await browser.open(sample.url)
      try await browser.waitFor("#cs-screen [data-role=screen]")
      do {
        try await body(browser, sample)
      } catch {
        try await browser.saveScreenshot("failed-\(product)")
        throw error
      }
      if isQuiet { #expect(try await browser.takeConsoleErrors() == []) }
    }
  }

  /// The argument that starts an app in a situation.
  static func situation(_ name: String) -> [String] {
    [#"AUTOMATION_{"simulate\#(name.prefix(1).uppercased() + name.dropFirst())":true}"#]
  }
}

extension Browser {
  /// Shows one of the sections that share a place.
  func openTab(_ name: String) async throws { try await click("#cs-\(name)-title") }

  /// Whether a person sees the whole element: it is within the window, and nothing lies over it.
  func isInSight(_ css: String) async throws -> Bool {
    try await execute(
      """
      const element = document.querySelector(arguments[0]), box = element?.getBoundingClientRect();
      if (!box || !box.width || box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) return false;
      return [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2].every(y =>
        element.contains(document.elementFromPoint((box.left + box.right) / 2, y)));
      """, .string(css), as: Bool.self)
  }

  /// Waits until the page shows the screen of the app.
  func waitForScreen(_ id: String, file: String = #fileID, line: UInt = #line) async throws {
    try await waitFor("#cs-screen [data-role=screen]#\(id)", file: file, line: line)
  }

  /// Holds back the next answer to a request of the page whose path begins like this.
  func holdBack(_ path: String) async throws {
    try await execute(
      """
      const send = fetch;
      let isHeld = false;
      window.letGo = undefined;
      window.fetch = async (path, options) => {
        const isIt = !isHeld && path.startsWith(arguments[0]);
        isHeld ||= isIt;
        const answer = await send(path, options);
        if (isIt) await new Promise(goOn => window.letGo = goOn);
        return answer;
      };
      """.replacing("arguments[0]", with: "'\(path)'"))
  }

  func waitUntilHeld() async throws {
    try await waitUntil("the answer is held back") {
      try await execute("return Boolean(window.letGo)", as: Bool.self)
    }
  }

  /// Lets the page have the answer, and returns when it has dealt with it.
  func letGo() async throws {
    _ = try await execute("letGo(); return ask('/status').then(() => true)", as: Bool.self)
  }

  /// The value of a field of the page.
  func value(of css: String) async throws -> String {
    try await find(css).property("value", as: String.self)
  }

  /// The identifier of what has the keyboard.
  func focusedID() async throws -> String? { try await focused.attribute("id") }

  /// Lets the page copy, as a browser does that is not headless.
  func allowClipboard() async throws {
    _ = try await chromium(
      "Browser.grantPermissions", ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
  }

  func clipboard() async throws -> String {
    try await execute("return navigator.clipboard.readText()", as: String.self)
  }

  /// Chooses an option of a list of choices.
  func choose(_ value: String, in css: String) async throws {
    try await click("\(css) option[value='\(value)']")
  }
}
