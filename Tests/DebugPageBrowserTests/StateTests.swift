import BrowserSupport
import ControlProtocol
import Testing

extension DebugPageTests {
  @Suite("The states on the debug page") struct States {
    @Test("are saved under a name, begun from by a button, and stand beside the situations")
    func saves() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await sample.tap("skip")
        _ = try await sample.ask("POST", "/type", #"{"id":"name","text":"Ada"}"#)
        try await browser.find("#cs-state-name").type("a/b")
        try await browser.click("#cs-save-state-button")
        try await browser.waitForText("cannot be the name of a state", in: "#cs-note")
        // A browser notes each refusal.
        #expect(try await browser.takeConsoleErrors().count == 1)
        try await browser.find("#cs-state-name").clear()
        try await browser.find("#cs-state-name").type("named Ada")
        try await browser.click("#cs-save-state-button")
        try await browser.waitForText("“named Ada” is saved.", in: "#cs-note")
        try await browser.click("#cs-preset-clean")
        try await browser.waitForText("Generation 2 is up", in: "#cs-note")
        try await browser.waitForText("named Ada", in: "#cs-states")
        try await browser.click("[data-state='named Ada']")
        try await browser.waitForText("Generation 3 is up", in: "#cs-note")
        #expect(try await sample.status().screen == "profile")
        try await browser.click("[aria-label='Delete the state “named Ada”']")
        try await browser.waitForText("“named Ada” is deleted.", in: "#cs-note")
        #expect(try await browser.find("#cs-states").isDisplayed == false)
        #expect(try await browser.focusedID() == "cs-state-name")
      }
    }

    @Test("leave the keyboard on the next one when one is deleted")
    func deletes() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, _ in
        for name in ["a", "b", "c"] {
          try await browser.find("#cs-state-name").clear()
          try await browser.find("#cs-state-name").type(name)
          try await browser.click("#cs-save-state-button")
          try await browser.waitFor("#cs-delete-\(name)")
        }
        try await browser.click("#cs-delete-b")
        try await browser.waitForText("“b” is deleted.", in: "#cs-note")
        #expect(try await browser.focusedID() == "cs-delete-c")
        try await browser.click("#cs-delete-c")
        try await browser.waitForText("“c” is deleted.", in: "#cs-note")
        #expect(try await browser.focusedID() == "cs-state-name")
      }
    }
  }
}
