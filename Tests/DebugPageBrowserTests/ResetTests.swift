import BrowserSupport
import ControlProtocol
import Foundation
import Testing

extension DebugPageTests {
  @Suite("Resets on the debug page") struct Resets {
    @Test("carry the flags, arguments and environment of the form, and show them as they hold")
    func form() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        let flag = try await browser.waitFor("[id='cs-flag-onboarding.shortTour']")
        #expect(try await flag.name == "onboarding.shortTour")
        let note = "[id='cs-flag-onboarding.shortTour-note']"
        #expect(
          try await browser.find(note).text
            == "Bool, now false (default). Shows one page of the tour instead of three.")
        try await browser.choose("true", in: "[id='cs-flag-onboarding.shortTour']")
        try await browser.find("#cs-environment").type("COLOUR=green=blue")
        try await browser.click("#cs-reset-button")
        try await browser.waitForText("Generation 2 is up", in: "#cs-note")
        try await browser.waitForText("now true", in: note)
        let setup = try await sample.setup()
        #expect(setup.flags.map(\.value) == ["true"])
        #expect(setup.flags.map(\.layer) == ["ephemeral"])
        #expect(setup.launchEnvironment == ["COLOUR": "green=blue"])
        #expect(try await browser.value(of: "#cs-environment") == "COLOUR=green=blue")
        try await browser.click("#continue")
        try await browser.waitForScreen("tour-1")
        #expect(try await browser.findAll("#skip").isEmpty)
      }
    }

    @Test("leave what is typed in the form alone while the app is started as before")
    func typed() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        try await browser.find("#cs-arguments").type("--one")
        try await browser.find("#cs-environment").type("COLOUR=green")
        try await browser.choose("true", in: "[id='cs-flag-onboarding.shortTour']")
        _ = try await sample.ask("POST", "/reset", "{}")
        try await browser.waitForText("generation 2", in: "#cs-facts")
        try await browser.setOffline(true)
        try await browser.waitForText("The app does not answer.", in: "#cs-banner")
        try await browser.setOffline(false)
        try await browser.waitForText("The app answers again.", in: "#cs-note")
        _ = try await sample.ask("POST", "/reset", "{}")
        try await browser.waitForText("generation 3", in: "#cs-facts")
        #expect(try await browser.value(of: "#cs-arguments") == "--one")
        #expect(try await browser.value(of: "#cs-environment") == "COLOUR=green")
        #expect(try await browser.value(of: "[id='cs-flag-onboarding.shortTour']") == "true")
        _ = try await sample.ask("POST", "/reset", #"{"launchArguments":[],"launchEnvironment":{"A":"B"}}"#)
        try await browser.waitUntil("the form is filled in anew") {
          try await browser.value(of: "#cs-environment") == "A=B"
        }
        #expect(try await browser.value(of: "#cs-arguments") == "")
        // What nobody has changed is sent as the app has it, though no field can hold it.
        let start = ["A": "a\nb", "B": " c "]
        let flag = #"EPHEMERAL_{"onboarding.shortTour":true}"#
        let request = ResetRequest(launchArguments: [flag], launchEnvironment: start)
        _ = try await sample.ask(
          "POST", "/reset", String(decoding: JSONEncoder().encode(request), as: UTF8.self))
        try await browser.waitUntil("the form is filled in anew") {
          try await browser.value(of: "#cs-environment") == "A=a\nb\nB= c "
        }
        try await browser.click("#cs-reset-button")
        try await browser.waitForText("Generation 6 is up", in: "#cs-note")
        let setup = try await sample.setup()
        #expect(setup.launchEnvironment == start && setup.launchArguments == [flag])
      }
    }

    @Test("keep the data when the form says so, and erase them otherwise")
    func keep() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        try await browser.click("#cs-keep")
        try await browser.click("#cs-reset-button")
        try await browser.waitForText("Reset 1: clean", in: "#cs-state-reset")
        try await browser.openTab("history")
        try await browser.waitForText("data kept", in: "#cs-receipt")
        try await browser.openTab("reset")
        try await browser.waitForScreen("profile")
        try await browser.click("#cs-keep")
        try await browser.click("#cs-reset-button")
        try await browser.waitForScreen("welcome")
        #expect(try await sample.status().generation == 3)
      }
    }

    @Test("begin in a situation of the app with one click, and on a clean slate with another")
    func presets() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        let preset = try await browser.waitFor("#cs-preset-userAlreadyOnboarded")
        #expect(try await preset.name == "User already onboarded")
        try await preset.click()
        try await browser.waitForScreen("home")
        #expect(try await sample.status().screen == "home")
        try await browser.click("#cs-preset-clean")
        try await browser.waitForScreen("welcome")
      }
    }

    @Test("leave a receipt that can be read, and charts with words")
    func receipt() async throws {
      try await DebugPageTests.open("SampleOnboarding", DebugPageTests.situation("userAlreadyOnboarded")) {
        browser, sample in
        try await browser.openTab("history")
        #expect(try await browser.find("#cs-receipt").text == "There was no reset yet.")
        try await browser.openTab("reset")
        try await browser.click("#cs-preset-clean")
        try await browser.openTab("history")
        try await browser.waitForText("Clean", in: "#cs-receipt-verdict")
        #expect(try await browser.findAll("#cs-charts figure").isEmpty)
        let receipt = try await browser.find("#cs-receipt").text
        for part in [
          "generation 2", "screen welcome", "Steps", "erase", "Cleared", "documents 1", "preferences 1",
        ] {
          #expect(receipt.contains(part), "\(receipt)")
        }
        try await browser.openTab("reset")
        try await browser.click("#cs-preset-clean")
        try await browser.openTab("history")
        try await browser.waitForText("Reset times (2): last", in: "#cs-chart-time figcaption")
        for chart in ["time", "memory", "descriptors"] {
          let picture = try await browser.find("#cs-chart-\(chart) svg")
          #expect(["img", "image"].contains(try await picture.role))
          #expect(try await picture.name.contains(": last "))
        }
      }
    }

    @Test("that make no sense are refused in words, and the app stays as it was")
    func refusals() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        try await browser.find("#cs-arguments").type(#"EPHEMERAL_{"onboarding.shortTuor":true}"#)
        try await browser.click("#cs-reset-button")
        try await browser.waitForText("onboarding.shortTuor", in: "#cs-note")
        #expect(try await browser.find("#cs-note").attribute("class") == "bad")
        try await browser.find("#cs-arguments").clear()
        try await browser.find("#cs-environment").type("nonsense")
        try await browser.click("#cs-reset-button")
        try await browser.waitForText("NAME=value", in: "#cs-note")
        #expect(try await sample.status().screen == "profile")
        #expect(try await sample.status().generation == 1)
      }
    }
  }
}
