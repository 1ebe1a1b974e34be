import BrowserSupport
import ControlProtocol
import Testing

extension DebugPageTests {
  @Suite("The debug page in a window") struct Window {
    static let sizes = [
      WindowSize(width: 1280, height: 900), WindowSize(width: 800, height: 600),
      WindowSize(width: 390, height: 844),
    ]

    @Test("fits it, so that a press shows its effect at the button and in the head")
    func inSight() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, _ in
        try await browser.waitForText("No reset yet", in: "#cs-state-reset")
        /// Everything is pressed in the last size, the narrowest one.
        func isShown(_ button: String) async throws {
          for size in Self.sizes {
            try await browser.resize(to: size)
            for part in [button, "#cs-note", "#cs-state-reset", "h1"] {
              #expect(try await browser.isInSight(part), "\(part) in \(size)")
            }
            let gap = try await browser.execute(
              """
              return document.querySelector('#cs-note').getBoundingClientRect().top
                - document.querySelector(arguments[0]).getBoundingClientRect().bottom
              """, .string(button), as: Double.self)
            #expect((-1...60).contains(gap), "\(size)")
            let excess = try await browser.execute(
              "return document.scrollingElement.scrollHeight - innerHeight", as: Int.self)
            #expect(excess == 0, "\(size)")
          }
        }
        if let size = Self.sizes.last { try await browser.resize(to: size) }
        try await browser.click("#cs-reset-button")
        try await browser.waitForText("Generation 2 is up", in: "#cs-note")
        try await browser.waitForText("Reset 1: clean", in: "#cs-state-reset")
        try await isShown("#cs-reset-button")
        try await browser.find("#cs-arguments").type("--nonsense")
        try await browser.click("#cs-reset-button")
        try await browser.waitForText("--nonsense", in: "#cs-note")
        try await browser.waitForText("Reset 2: refused", in: "#cs-state-reset")
        try await isShown("#cs-reset-button")
        #expect(try await browser.find("#cs-note").attribute("class") == "bad")
        #expect(try await browser.find("#cs-state-reset").attribute("class") == "bad")
        try await browser.keepPicture("refused")
        try await browser.click("#cs-state-reset")
        try await browser.waitForText("Reset 2 was refused.", in: "#cs-refusal")
        try await browser.waitForText("Below is the receipt of reset 1.", in: "#cs-refusal")
        #expect(try await browser.find("#cs-receipt-verdict").text == "Clean")
        try await browser.openTab("reset")
        try await browser.click("#cs-preset-clean")
        try await browser.waitForText("Reset 3: clean", in: "#cs-state-reset")
        try await isShown("#cs-preset-clean")
        #expect(try await browser.find("#cs-state-reset").attribute("class") == "good")
      }
    }

    @Test("tells of leaks in red, and of a recording with its steps, whatever section is open")
    func counts() async throws {
      try await DebugPageTests.open("LeakyApp") { browser, sample in
        try await browser.waitForText("No reset yet", in: "#cs-state-reset")
        #expect(try await browser.find("#cs-state-leaks").isDisplayed == false)
        try await browser.click("#cs-reset-button")
        try await browser.waitForText("No leaks", in: "#cs-state-leaks")
        #expect(try await browser.find("#cs-state-record").isDisplayed == false)
        try await sample.ask("POST", "/record", #"{"on":true}"#)
        try await sample.tap("closure")
        try await browser.waitForText("recording, 1 step", in: "#cs-state-record")
        try await browser.click("#cs-reset-button")
        try await browser.waitForText("not clean: 1 leak", in: "#cs-note")
        #expect(try await browser.find("#cs-note").attribute("class") == "bad")
        try await browser.waitForText("1 leak", in: "#cs-state-leaks")
        try await browser.waitForText("Reset 2: not clean", in: "#cs-state-reset")
        try await browser.waitForText("recording, 2 steps", in: "#cs-state-record")
        for size in Self.sizes {
          try await browser.resize(to: size)
          for chip in ["#cs-state-leaks", "#cs-state-reset", "#cs-state-record"] {
            #expect(
              try await browser.find(chip).style("color") == "rgba(179, 38, 30, 1)", "\(chip) in \(size)")
            #expect(try await browser.isInSight(chip), "\(chip) in \(size)")
          }
        }
        try await browser.keepPicture("leak")
        try await browser.click("#cs-state-leaks")
        try await browser.waitForText("Basket", in: "#cs-leaks-list")
        #expect(try await browser.find("#cs-leaks-title").text == "Leaks (1)")
      }
    }

    @Test("counts a reset after which the app is busy for a while, as any other")
    func busy() async throws {
      try await DebugPageTests.open("SampleShop") { browser, _ in
        try await browser.click("#cs-preset-slowMenu")
        try await browser.waitForText("Reset 1: clean", in: "#cs-state-reset")
        try await browser.waitForText("No leaks", in: "#cs-state-leaks")
      }
    }

    @Test("says above the screen what the app refuses, and shows the top of a new screen")
    func refusedPress() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        try await browser.resize(to: WindowSize(width: 390, height: 600))
        try await browser.execute("document.querySelector('#cs-live').scrollTop = 1000")
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        #expect(try await browser.isInSight("#cs-screen h3"))
        // At once: with the next drawing, the page gives it its identifier back.
        try await browser.execute(
          """
          const field = document.querySelector('#skip, #name');
          field.id = 'gone';
          document.querySelector('#cs-live').scrollTop = 1000;
          field.dispatchEvent(new Event('input', {bubbles: true}));
          """)
        try await browser.waitForText("No element has the identifier", in: "#cs-note")
        #expect(try await browser.isInSight("#cs-note"))
      }
    }

    @Test("is led through its sections by the arrow keys, Home and End")
    func arrows() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, _ in
        try await browser.click("#cs-network-title")
        for (key, tab) in [
          (BrowserKey.right, "log"), (.right, "recorder"), (.left, "log"), (.home, "recorder"), (.end, "log"),
        ] {
          try await browser.press(key)
          #expect(try await browser.focusedID() == "cs-\(tab)-title")
          #expect(try await browser.find("#cs-\(tab)").isDisplayed)
        }
        // A page that is loaded again opens at the same place.
        try await browser.execute("location.reload()")
        try await browser.waitForText("drawn", in: "#cs-log-list")
        #expect(try await browser.find("#cs-log").isDisplayed)
      }
    }
  }
}
