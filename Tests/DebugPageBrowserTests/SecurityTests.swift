import BrowserSupport
import ControlProtocol
import Testing

extension DebugPageTests {
  @Suite("The guard of the debug page") struct Security {
    private typealias Header = (name: String, value: String)

    private func status(
      _ sample: RunningSample, _ method: String, _ path: String, _ headers: [Header]
    ) async throws -> Int {
      try await sample.send(PlainRequest(method, path, headers: headers)).status
    }

    @Test("tells who comes without the right token what to do, and shows nothing of the app")
    func wrongToken() async throws {
      let sample = try await RunningSample("SampleOnboarding")
      try await Browser.use { browser in
        let wrong = String(repeating: "0", count: sample.token.count)
        for (url, advice) in [
          ("\(sample.origin)/#token=\(wrong)", "Open the address that the running app has printed"),
          ("\(sample.origin)/?none", "This address lacks its token"),
        ] {
          try await browser.open(url)
          try await browser.waitForText(advice, in: "#cs-banner")
          #expect(try await browser.find("#cs-screen").text.isEmpty)
        }
        #expect(try await browser.cookies.isEmpty)
        try await browser.open(sample.url)
        try await browser.waitForScreen("welcome")
        #expect(try await browser.find("#cs-banner").isDisplayed == false)
      }
    }

    @Test("refuses foreign hosts, foreign origins, other methods and requests without a token")
    func refusals() async throws {
      let sample = try await RunningSample("SampleOnboarding")
      let token: Header = ("Authorization", "Bearer \(sample.token)")
      for page in ["/", "/app"] {
        #expect(try await status(sample, "GET", page, []) == 200)
        #expect(try await status(sample, "GET", page, [("Host", "evil.example")]) == 403)
        #expect(try await status(sample, "GET", page, [("Origin", "http://evil.example")]) == 403)
      }
      #expect(try await status(sample, "GET", "/tree", [token]) == 200)
      #expect(
        try await status(sample, "GET", "/tree", [token, ("Host", "evil.example:\(sample.port)")]) == 403)
      #expect(try await status(sample, "GET", "/tree", [token, ("Origin", "http://evil.example")]) == 403)
      #expect(try await status(sample, "GET", "/tree", [token, ("Origin", "null")]) == 403)
      #expect(try await status(sample, "GET", "/tree", [token, ("Origin", sample.origin)]) == 200)
      for path in ["/status", "/tree", "/setup", "/queries", "/data", "/resets", "/log", "/recording"] {
        #expect(try await status(sample, "GET", path, []) == 401, "\(path)")
        #expect(try await status(sample, "DELETE", path, [token]) == 405, "\(path)")
      }
      for method in ["POST", "PUT", "DELETE"] {
        #expect(try await status(sample, method, "/", [token]) == 405)
        #expect(try await status(sample, method, "/app", [token]) == 405)
      }
      #expect(try await status(sample, "GET", "/reset", [token]) == 405)
      #expect(try await sample.status().generation == 1)
    }

    @Test("sends the page with a policy that lets nothing in, and stores nothing")
    func headers() async throws {
      let sample = try await RunningSample("SampleOnboarding")
      let page = try await sample.send(PlainRequest("GET", "/"))
      let policy = try #require(page.header("Content-Security-Policy"))
      for part in ["default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
        #expect(policy.contains(part), "\(policy)")
      }
      #expect(!policy.contains("unsafe-inline") && !policy.contains("unsafe-eval"))
      #expect(page.header("Cache-Control") == "no-store")
      #expect(page.header("Referrer-Policy") == "no-referrer")
      #expect(page.header("X-Content-Type-Options") == "nosniff")
      #expect(!page.text.contains(sample.token))
      #expect(!page.text.contains("src=\"http") && !page.text.contains("url(http"))
      #expect(page.body.count < 86_000)
    }

    @Test("runs no script but its own, and talks to nobody but the app")
    func policy() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        #expect(try await browser.takeConsoleErrors() == [])
        try await browser.execute(
          """
          window.reached = [];
          window.refused = 0;
          const attempt = action => { try { action(); } catch { window.refused += 1; } };
          const add = (tag, fill) => attempt(() => {
            const element = document.createElement(tag);
            fill(element);
            document.body.append(element);
            element.click();
          });
          add('script', script => script.append('window.reached.push("inline script")'));
          add('script', script => script.textContent = 'window.reached.push("script")');
          add('button', button => button.setAttribute('onclick', 'window.reached.push("handler")'));
          add('div', div => div.innerHTML = '<img src="x" onerror="window.reached.push(1)">');
          // While the driver evaluates this very text, the browser would let it evaluate others.
          setTimeout(() => attempt(() => window.eval('window.reached.push("eval")')));
          fetch('http://127.0.0.1:9/').catch(() => window.failed = true);
          """)
        try await browser.waitUntil("all attempts have been refused") {
          try await browser.execute("return window.failed && window.refused === 4", as: Bool?.self) == true
        }
        let reached = try await browser.execute("return window.reached", as: [String].self)
        #expect(reached == [])
        let errors = try await browser.takeConsoleErrors().map(\.message)
        #expect(
          errors.contains { $0.contains("script") && $0.contains("Content Security Policy") }, "\(errors)")
        #expect(errors.contains { $0.contains("127.0.0.1:9") }, "\(errors)")
      }
    }

    @Test("reads what the app says as text, never as markup")
    func markup() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        let text = "<img src=x onerror=document.title=1>"
        try await browser.find("#name").type(text)
        try await browser.waitUntil("the app has the text") {
          try await sample.element("name")?.value == text
        }
        try await browser.openTab("tree")
        try await browser.waitForText("<img", in: "#cs-tree-list")
        #expect(try await browser.findAll("img").isEmpty)
      }
    }
  }
}
