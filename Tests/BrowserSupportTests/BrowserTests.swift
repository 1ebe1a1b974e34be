import Foundation
import Testing

@testable import BrowserSupport

@Suite(.inTurns, .needsBrowser) struct BrowserTests {
  static let form = """
    <!doctype html><html lang="en"><head><title>A form</title><link rel="icon" href="data:,"></head><body>
    <h1>A form</h1>
    <label for="name">Your name</label> <input id="name" value="A">
    <button id="greet" onclick="setTimeout(() => document.querySelector('#greeting').textContent =
      'Hello ' + document.querySelector('#name').value, 20)">Greet</button>
    <button id="off" disabled>Off</button>
    <p id="greeting" role="status"></p>
    <button id="covered" onclick="this.textContent = 'Reached'">Covered</button>
    <div id="cover" style="position: fixed; inset: 0" hidden></div>
    <script>addEventListener('keydown', event => {
      if (event.altKey && event.key === 'ArrowLeft') document.title = 'Back'; });</script>
    </body></html>
    """

  @Test("Finds, reads, types, clicks, and waits for what a click leads to")
  func form() async throws {
    let server = try PageServer(["/": Self.form])
    try await Browser.use { browser in
      try await browser.open(server.url())
      #expect(try await browser.title == "A form")
      #expect(try await browser.url == server.url())
      let name = try await browser.find("#name")
      #expect(try await name.role == "textbox")
      #expect(try await name.name == "Your name")
      try await name.type("da")
      #expect(try await name.property("value", as: String.self) == "Ada")
      #expect(try await name.attribute("value") == "A")
      #expect(try await name.attribute("data-none") == nil)
      let buttons = try await browser.findAll("button")
      #expect(buttons.count == 3)
      #expect(try await buttons[0].name == "Greet")
      #expect(try await buttons[0].isEnabled)
      #expect(try await buttons[1].isEnabled == false)
      try await buttons[0].click()
      try await browser.waitForText("Hello Ada", in: "#greeting")
      try await name.clear()
      #expect(try await name.property("value", as: String.self) == "")
    }
  }

  @Test("Clicks what is covered as soon as it can be reached")
  func lateClick() async throws {
    let server = try PageServer(["/": Self.form])
    try await Browser.use { browser in
      try await browser.open(server.url())
      try await browser.execute(
        """
        const cover = document.querySelector('#cover');
        cover.hidden = false;
        setTimeout(() => cover.hidden = true, 50);
        """)
      try await browser.click("#covered")
      #expect(try await browser.find("#covered").text == "Reached")
      let error = await #expect(throws: BrowserWaitError.self) {
        try await browser.click("#off-limits", timeout: .milliseconds(50))
      }
      #expect(error?.description.contains("until #off-limits can be clicked") == true)
    }
  }

  @Test("Takes the network away and gives it back")
  func offline() async throws {
    let server = try PageServer(["/": Self.form])
    try await Browser.use { browser in
      try await browser.open(server.url())
      let fetch = "return fetch('/').then(reply => reply.status, () => 0)"
      try await browser.setOffline(true)
      #expect(try await browser.execute(fetch, as: Int.self) == 0)
      try await browser.setOffline(false)
      #expect(try await browser.execute(fetch, as: Int.self) == 200)
    }
  }

  @Test("Presses keys wherever the keyboard is, with others held")
  func keyboard() async throws {
    let server = try PageServer(["/": Self.form])
    try await Browser.use { browser in
      try await browser.open(server.url())
      try await browser.press(.tab)
      #expect(try await browser.focused.attribute("id") == "name")
      try await browser.press(.end)
      try await browser.typeKeys("nn")
      #expect(try await browser.find("#name").property("value", as: String.self) == "Ann")
      try await browser.press(.tab)
      try await browser.press(.enter)
      try await browser.waitForText("Hello Ann", in: "#greeting")
      try await browser.press(.tab, with: .shift)
      #expect(try await browser.focused.attribute("id") == "name")
      try await browser.press(.left, with: .alt)
      #expect(try await browser.title == "Back")
    }
  }

  @Test("Shows the page in both colour schemes, at phone width, and as a picture")
  func display() async throws {
    let server = try PageServer([
      "/": """
      <!doctype html><html lang="en"><head><title>Colours</title><link rel="icon" href="data:,"><style>
      body { background: #ffffff; height: 2000px } @media (prefers-color-scheme: dark) { body { background: #000000 } }
      </style></head><body></body></html>
      """
    ])
    try await Browser.use { browser in
      try await browser.open(server.url())
      let body = try await browser.find("body")
      try await browser.prefer(.dark)
      #expect(try await body.style("background-color") == "rgba(0, 0, 0, 1)")
      try await browser.prefer(.light)
      #expect(try await body.style("background-color") == "rgba(255, 255, 255, 1)")
      try await browser.resize(to: .phone)
      #expect(try await browser.windowSize == WindowSize(width: 360, height: 740))
      let picture = try await browser.screenshot()
      #expect(picture.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      #expect(picture.dropFirst(18).prefix(2) == Data([0x01, 0x68]))
    }
  }

  @Test("Hands over the console, what a security policy refused, and the cookies")
  func records() async throws {
    let page = """
      <!doctype html><html lang="en"><head><title>Strict</title><link rel="icon" href="data:,"></head><body>
      <script nonce="n">console.error('heard'); console.info('told');</script>
      <script>document.title = 'Broken in';</script></body></html>
      """
    let policy = "Content-Security-Policy: default-src 'none'; img-src data:; script-src 'nonce-n'"
    let server = try PageServer(
      ["/": page], headers: [policy, "Set-Cookie: seen=yes; HttpOnly; SameSite=Strict"])
    try await Browser.use { browser in
      try await browser.open(server.url())
      #expect(try await browser.title == "Strict")
      let console = try await browser.takeConsole()
      #expect(console.map(\.level) == ["SEVERE", "INFO", "SEVERE"])
      #expect(console.first?.message.contains("heard") == true)
      #expect(console.last?.source == "security")
      #expect(try await browser.takeConsoleErrors() == [])
      let cookie = try #require(try await browser.cookies.first)
      #expect(cookie.name == "seen" && cookie.value == "yes")
      #expect(cookie.httpOnly && cookie.sameSite == "Strict")
    }
  }

  @Test("Waits for a text until it can be seen", arguments: hidingStyles)
  func hiddenText(style: String) async throws {
    let page = """
      <!doctype html><title>Hidden</title><div style="\(style)"><p id="words">There, and
      not seen</p></div>
      """
    let server = try PageServer(["/": page])
    try await Browser.use { browser in
      try await browser.open(server.url())
      await #expect(throws: BrowserWaitError.self) {
        try await browser.waitForText("There, and not seen", in: "#words", timeout: .zero)
      }
      try await browser.execute(
        "setTimeout(() => document.querySelector('div').removeAttribute('style'), 20)")
      try await browser.waitForText("There, and not seen", in: "#words")
    }
  }

  private static let hidingStyles = [
    "display: none", "visibility: hidden", "opacity: 0", "content-visibility: hidden",
  ]

  @Test("A wait in vain says what it waited for, where, and what the page says")
  func waitInVain() async throws {
    let server = try PageServer(["/": Self.form])
    try await Browser.use { browser in
      try await browser.open(server.url())
      let error = await #expect(throws: BrowserWaitError.self) {
        try await browser.waitFor("#none", timeout: .milliseconds(50), file: "Here.swift", line: 7)
      }
      let text = error?.description ?? ""
      #expect(text.hasPrefix("Here.swift:7: Waited 0.05 seconds in vain until there is #none."))
      #expect(text.contains("no such element"))
      #expect(text.contains("Your name"))
    }
  }

  @Test("A refusal has the driver's code, and names the command")
  func refusal() async throws {
    try await Browser.use { browser in
      let error = await #expect(throws: WebDriverError.self) {
        try await browser.execute("throw new Error('on purpose')")
      }
      #expect(error?.code == "javascript error")
      #expect(error?.description.contains("on purpose") == true)
    }
  }

  @Test("Is as good as new for the next test, whatever one has left")
  func forgets() async throws {
    let server = try PageServer(["/": Self.form])
    let look = """
      return [localStorage.length, sessionStorage.length, document.cookie.length, history.length,
        Number(matchMedia('(prefers-color-scheme: dark)').matches), innerWidth]
      """
    try await Browser.run { browser in
      try await browser.open(server.url())
      let new = try await browser.execute(look, as: [Int].self)
      try await browser.execute(
        "localStorage.a = sessionStorage.a = 1; document.cookie = 'a=1; max-age=60'; console.error('a'); open('/')"
      )
      try await browser.open(server.url("/?again"))
      try await browser.prefer(.dark)
      try await browser.resize(to: .phone)
      try await browser.setOffline(true)
      #expect(try await browser.execute(look, as: [Int].self) != new)
      try await browser.forgetAll()
      #expect(try await browser.takeConsole() == [])
      try await browser.open(server.url())
      #expect(try await browser.execute(look, as: [Int].self) == new)
      #expect(try await browser.command("GET", "/window/handles", as: [String].self).count == 1)
    }
  }

  @Test("Ends all processes and leaves no folder, when the body throws too")
  func leavesNothing() async throws {
    struct Failure: Error {}
    let folder = Box("")
    await #expect(throws: Failure.self) {
      try await Browser.run { browser in
        folder.value = browser.folder
        #expect(try FileManager.default.contentsOfDirectory(atPath: browser.folder + "/temporary").count > 0)
        #expect(try browser.processes.count > 2)
        throw Failure()
      }
    }
    #expect(!folder.value.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.value))
    #expect(try BrowserTests.processes(mentioning: folder.value) == [])
  }

  @Test("A forgotten browser ends with its helpers")
  func forgotten() async throws {
    var browser: Browser? = try await Browser()
    let folder = try #require(browser?.folder)
    let processes = try #require(try browser?.processes)
    #expect(processes.count > 2)
    browser = nil
    // One that has ended has no words, also while nobody has taken its status.
    let left = processes.filter { process in
      let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return words.firstRange(of: Data("chrom".utf8)) != nil
    }
    #expect(left == [])
    #expect(try BrowserTests.processes(mentioning: folder) == [])
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  private static func processes(mentioning folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
      guard Int32(name) != nil, let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
      else {
        return false
      }
      return line.firstRange(of: Data("\(folder)/".utf8)) != nil
    }
  }
}

private final class Box {
  var value: String
  init(_ value: String) { self.value = value }
}
