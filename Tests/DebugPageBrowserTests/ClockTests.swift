import BrowserSupport
import ControlProtocol
import Testing

extension DebugPageTests {
  @Suite("The clock on the debug page") struct Clock {
    @Test("is paused, moved on and resumed, and is the real one after a reset")
    func moves() async throws {
      try await DebugPageTests.open("SampleAccount") { browser, sample in
        let shown = "#cs-clock-now"
        try await browser.openTab("time")
        try await browser.waitForText("Running", in: shown)
        #expect(try await browser.find("#cs-clock-resume").isEnabled == false)
        try await browser.find("#cs-clock-time").type("midnight")
        try await browser.click("#cs-clock-pause")
        try await browser.waitForText("takes a time with its zone", in: "#cs-note")
        // A browser notes each refusal.
        #expect(try await browser.takeConsoleErrors().count == 1)
        try await browser.find("#cs-clock-time").clear()
        try await browser.find("#cs-clock-time").type("2026-12-31T23:59:00Z")
        try await browser.click("#cs-clock-pause")
        try await browser.waitForText("Paused at 2026-12-31 23:59:00 UTC", in: shown)
        try await browser.click("[data-advance='60']")
        try await browser.waitForText("Paused at 2027-01-01 00:00:00 UTC", in: shown)
        #expect(try await sample.setup().clock.isPaused)
        try await browser.waitForText("Clock paused at 2027-01-01 00:00:00 UTC", in: "#cs-state-clock")
        try await browser.openTab("reset")
        try await browser.click("#cs-state-clock")
        try await browser.click("#cs-clock-resume")
        try await browser.waitForText("Running", in: shown)
        #expect(try await browser.find("#cs-state-clock").isDisplayed == false)
        #expect(try await sample.setup().clock.now.hasPrefix("2027-01-01T00:0"))
        try await browser.click("#cs-clock-pause")
        try await browser.waitForText("Paused", in: shown)
        // Whoever else moves the clock is seen, too.
        _ = try await sample.ask("POST", "/clock", #"{"pauseAt":"2026-12-31T23:00:00Z"}"#)
        try await browser.waitForText("Clock paused at 2026-12-31 23:00:00 UTC", in: "#cs-state-clock")
        try await browser.openTab("reset")
        try await browser.click("#cs-preset-clean")
        try await browser.openTab("time")
        try await browser.waitForText("Running", in: shown)
      }
    }
  }
}
