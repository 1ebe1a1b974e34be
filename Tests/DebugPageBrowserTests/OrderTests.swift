import BrowserSupport
import ControlProtocol
import Testing

extension DebugPageTests {
  @Suite("What the debug page shows") struct Order {
    @Test("is the answer to its latest question, whichever comes last")
    func lateAnswers() async throws {
      try await DebugPageTests.open("SampleOnboarding", DebugPageTests.situation("userAlreadyOnboarded")) {
        browser, sample in
        try await browser.openTab("data")
        let title = try await browser.find("#cs-contents-title")
        let preference = "#cs-data-parts [data-part=preferences] button"
        try await browser.waitFor(preference)
        try await browser.holdBack("/contents")
        try await browser.click(preference)
        try await browser.waitUntilHeld()
        try await browser.click("#cs-data-parts [data-part=documents] button")
        try await browser.waitForText("documents: ", in: "#cs-contents-title")
        try await browser.letGo()
        #expect(try await title.text.hasPrefix("documents: "))
        // Nor is it of data that a reset has erased since.
        try await browser.holdBack("/contents")
        try await browser.click(preference)
        try await browser.waitUntilHeld()
        try await sample.ask("POST", "/reset", #"{"launchArguments":[]}"#)
        try await browser.waitForText("Empty: documents", in: "#cs-data-empty")
        try await browser.letGo()
        #expect(try await title.isDisplayed == false)

        try await browser.openTab("tree")
        try await browser.holdBack("/queries")
        try await sample.tap("skip")
        try await browser.waitUntilHeld()
        try await sample.ask("POST", "/type", #"{"id":"name","text":"Ada"}"#)
        try await browser.click("#cs-tree-list [data-key=name]")
        try await browser.waitForText(#"app.textFields["name"]"#, in: "#cs-tree-query")
        try await browser.letGo()
        #expect(try await browser.find("#cs-tree-query").text == #"app.textFields["name"]"#)

        try await browser.openTab("reset")
        let environment = "#cs-environment"
        try await browser.holdBack("/setup")
        try await sample.ask("POST", "/reset", #"{"launchEnvironment":{"A":"old"}}"#)
        try await browser.waitUntilHeld()
        try await sample.ask("POST", "/reset", #"{"launchEnvironment":{"A":"new"}}"#)
        try await browser.waitUntil("the form is filled in") {
          try await browser.value(of: environment) == "A=new"
        }
        try await browser.letGo()
        #expect(try await browser.value(of: environment) == "A=new")
        // What may take long is asked for once at a time.
        try await browser.holdBack("/leaks")
        try await browser.execute(
          """
          const send = fetch;
          window.asked = 0;
          window.fetch = (path, options) => {
            window.asked += path === '/leaks';
            return send(path, options);
          };
          """)
        try await sample.ask("POST", "/reset", #"{"launchEnvironment":{}}"#)
        try await browser.waitUntilHeld()
        try await sample.ask("POST", "/reset", #"{"launchEnvironment":{}}"#)
        try await browser.waitForText("generation 6", in: "#cs-facts")
        #expect(try await browser.execute("return asked", as: Int.self) == 1)
        try await browser.letGo()
        try await browser.waitForText("Reset 5: clean", in: "#cs-state-reset")
      }
    }
  }
}
