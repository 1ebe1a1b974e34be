import BrowserSupport
import ControlProtocol
import Glibc
import Testing

extension DebugPageTests {
  @Suite("The connection of the debug page") struct Connection {
    @Test("is missed in a banner, and found again by itself with all that happened meanwhile")
    func reconnect() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        try await browser.setOffline(true)
        try await sample.tap("skip")
        try await browser.waitForText("The app does not answer.", in: "#cs-banner")
        #expect(try await browser.find("#cs-banner").role == "alert")
        try await sample.ask("POST", "/type", #"{"id":"name","text":"Ada"}"#)
        try await browser.setOffline(false)
        try await browser.waitUntil("the banner is gone") {
          try await browser.find("#cs-banner").isDisplayed == false
        }
        try await browser.waitForScreen("profile")
        try await browser.waitUntil("the name is there") { try await browser.value(of: "#name") == "Ada" }
        try await browser.waitForText("The app answers again.", in: "#cs-note")
        try await browser.find("#email").type("ada@example.com")
        try await browser.waitUntil("the app can be worked with") {
          try await sample.element("email")?.value == "ada@example.com"
        }
        // As of an app that was ended and started again between two questions.
        try await browser.execute(
          """
          const send = fetch;
          let isFirst = true;
          window.fetch = async (path, options) => {
            window.isMetAgain ||= path.startsWith('/proof');
            const answer = await send(path, options);
            if (!path.startsWith('/tree?after=') || !isFirst) return answer;
            isFirst = false;
            return new Response(JSON.stringify({...await answer.json(), revision: 1}));
          };
          """)
        try await browser.waitUntil("the page asks who it is") {
          try await browser.execute("return window.isMetAgain", as: Bool?.self) == true
        }
        try await browser.waitForText("The app answers again.", in: "#cs-note")
      }
    }

    @Test("to an app that is stopped, as by Ctrl-Z, says that what was done waits, and then that it is done")
    func stopped() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        let process = try await sample.status().pid
        Glibc.kill(process, SIGSTOP)
        try await browser.click("#skip")
        try await browser.waitForText("What you did waits, and is done when the app goes on", in: "#cs-note")
        #expect(try await browser.findAll("#profile").isEmpty)
        try await browser.waitForText("The app does not answer.", in: "#cs-banner")
        try await browser.waitUntil("only the banner says so") {
          try await browser.findAll("#cs-note").isEmpty
        }
        Glibc.kill(process, SIGCONT)
        try await browser.waitForScreen("profile")
        // The second stands there if the page has missed the app for long.
        let words = ["The app has answered.", "The app answers again."]
        try await browser.waitUntil("the note says so") {
          try await words.contains(browser.find("#cs-note").text)
        }
      }
    }

    @Test("of an app that has ended leaves its last screen, marked as old")
    func ended() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        try await sample.kill()
        try await browser.waitForText("The app does not answer.", in: "#cs-banner")
        #expect(try await browser.find("#cs-screen").attribute("class") == "stale")
        try await browser.waitUntil("the head says so") {
          try await browser.find("#cs-facts").text.hasSuffix("not answering")
        }
        #expect(try await browser.findAll("#welcome").count == 1)
      }
    }

    @Test("goes on by itself when the app was ended and started again, on the port and with the token it had")
    func startedAgain() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        try await sample.kill()
        try await browser.waitForText(
          "Start it again with cleanslate run or --control-port", in: "#cs-banner")
        let again = try await RunningSample("SampleOnboarding", ["--ResetData"], home: sample.home)
        #expect(again.url == sample.url)
        try await browser.waitForScreen("welcome")
        try await browser.waitForText("process \(again.status().pid)", in: "#cs-facts")
        #expect(try await browser.find("#cs-banner").isDisplayed == false)
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        #expect(try await again.status().screen == "profile")
        // The log goes on: the page tells the app which field has the keyboard.
        try await browser.waitUntil("the log is that of the new process") {
          try await browser.findAll("#cs-log-list li").count == again.log().count
        }
      }
    }

    @Test("does not take the last answer of the app that has ended for one of the app that was started again")
    func lateAnswer() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        try await browser.execute(
          """
          const ask = fetch;
          let isFirst = true;
          fetch = async (path, options) => {
            const answer = await ask(path, options);
            if (path === '/tree' && isFirst) {
              isFirst = false;
              const json = await answer.json();
              document.body.dataset.held = 'yes';
              await new Promise(letGo => { window.letGo = letGo; });
              return {ok: true, json: async () => json};
            }
            return answer;
          };
          """)
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        try await browser.waitFor("[data-held]")
        try await sample.kill()
        try await browser.waitForText(
          "Start it again with cleanslate run or --control-port", in: "#cs-banner")
        try await browser.execute("letGo();")
        let again = try await RunningSample("SampleOnboarding", ["--ResetData"], home: sample.home)
        #expect(again.url == sample.url)
        try await browser.waitForScreen("welcome")
      }
    }

    @Test("shows its token to no other program that has taken the port meanwhile")
    func stranger() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        try await sample.kill()
        let stranger = try await RunningSample("SampleAccount", port: sample.port)
        try await browser.waitForText("its token is another one", in: "#cs-banner")
        try await browser.waitForText("Open the address that the running app has printed", in: "#cs-banner")
        #expect(try await stranger.log().map(\.kind).contains(.refused) == false)
      }
    }
  }
}
