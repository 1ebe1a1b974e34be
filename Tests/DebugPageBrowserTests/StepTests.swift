import BrowserSupport
import ControlProtocol
import Testing

extension DebugPageTests {
  @Suite("The steps of a recording on the debug page") struct Steps {
    /// What the page says of a step, from the list.
    private func outcome(_ browser: Browser, _ number: Int) async throws -> String? {
      try await browser.find("#cs-steps li:nth-child(\(number))").attribute("data-outcome")
    }

    /// Records that somebody skips the tour and types a name.
    private func record(_ browser: Browser, _ sample: RunningSample) async throws {
      try await browser.openTab("recorder")
      try await browser.click("#cs-record")
      try await browser.waitForText("Stop recording", in: "#cs-record")
      try await browser.waitForScreen("welcome")
      try await browser.click("#skip")
      try await browser.waitForScreen("profile")
      try await browser.find("#name").type("Ada")
      try await browser.waitUntil("the app has the name") { try await sample.element("name")?.value == "Ada" }
    }

    @Test("are asserted of what is picked from the picture, what is disabled too")
    func pickAndAssert() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.click("#cs-pick")
        try await browser.click("#cs-glass")
        try await browser.waitUntil("something is selected") {
          try await browser.findAll("#cs-tree-list [aria-pressed=true]").count == 1
        }
        #expect(try await sample.status().screen == "welcome")
        #expect(try await browser.find("#cs-assert button").isEnabled == false)
        #expect(try await browser.find("#cs-assert-hint").text == "Record a test to assert in.")
        try await record(browser, sample)
        try await browser.waitUntil("the button is off") {
          try await browser.find("#continue").isEnabled == false
        }
        try await browser.click("#cs-pick")
        // As a person does who clicks through the glass at the middle of the button.
        try await browser.execute(
          """
          document.querySelector('#continue').scrollIntoView({block: 'nearest'});
          const box = document.querySelector('#continue').getBoundingClientRect();
          const at = {bubbles: true, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2};
          document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new MouseEvent('click', at));
          """)
        try await browser.waitForText(#"app.buttons["continue"]"#, in: "#cs-tree-query")
        #expect(try await browser.find("#cs-pick").attribute("aria-pressed") == "false")
        #expect(try await sample.status().screen == "profile")
        for (number, property) in [(3, "exists"), (4, "label"), (5, "enabled")] {
          try await browser.click("#cs-assert [data-property=\(property)]")
          try await browser.waitForText("Step \(number) of the recording", in: "#cs-note")
          #expect(try await browser.isInSight("#cs-note"))
        }
        try await browser.click("#cs-tree-list [data-key=name]")
        try await browser.waitForText(#"app.textFields["name"]"#, in: "#cs-tree-query")
        try await browser.click("#cs-assert [data-property=value]")
        try await browser.waitForText("Step 6 of the recording", in: "#cs-note")
        try await browser.openTab("recorder")
        let source = try await browser.find("#cs-record-source").property("textContent", as: String.self)
        for line in [
          #"#expect(app.buttons["continue"].exists)"#,
          #"#expect(try app.buttons["continue"].label == "Continue")"#,
          #"#expect(try !app.buttons["continue"].isEnabled)"#,
          #"#expect(try app.textFields["name"].value == "Ada")"#,
        ] {
          #expect(source.contains("    \(line)\n"), "\(source)")
        }
        try await browser.keepPicture("steps-recording")
      }
    }

    @Test("outlive an app that is built and started again, and the page says so")
    func startedAgain() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        try await record(browser, sample)
        try await browser.waitUntil("the page has the name") {
          try await browser.find("#cs-record-source").property("textContent", as: String.self).contains(
            "\"Ada\"")
        }
        try await sample.kill()
        try await browser.waitForText("The app does not answer.", in: "#cs-banner")
        let again = try await RunningSample("SampleOnboarding", ["--ResetData"], home: sample.home)
        try await browser.waitForText("which has ended the recording", in: "#cs-note")
        try await browser.waitForText("The app was started anew", in: "#cs-record-warnings")
        #expect(try await browser.find("#cs-record").attribute("aria-pressed") == "false")
        #expect(try await browser.findAll("#cs-steps li").count == 2)
        #expect(try await browser.find("#cs-steps [data-change=remove]").isEnabled == false)
        let source = try await browser.find("#cs-record-source").property("textContent", as: String.self)
        #expect(source.contains("\"Ada\""), "\(source)")
        try await browser.click("#cs-replay")
        try await browser.waitForText("All 2 steps passed.", in: "#cs-note")
        #expect(try await again.element("name")?.value == "Ada")
        try await browser.keepPicture("steps-started-again")
        try await browser.click("#cs-record")
        try await browser.waitForText("Stop recording (0)", in: "#cs-record")
        #expect(try await browser.find("#cs-record-warnings").isDisplayed == false)
      }
    }

    @Test("are replayed on a clean slate, with what came of each, and can be changed")
    func replay() async throws {
      try await DebugPageTests.open("SampleOnboarding", console: false) { browser, sample in
        try await record(browser, sample)
        try await browser.openTab("tree")
        try await browser.click("#cs-tree-list [data-key=name]")
        try await browser.click("#cs-assert [data-property=value]")
        try await browser.waitForText("Step 3 of the recording", in: "#cs-note")
        try await browser.openTab("recorder")
        #expect(try await browser.find("#cs-replay").isEnabled == false)
        try await browser.click("#cs-record")
        try await browser.waitForText("The recording has ended.", in: "#cs-note")
        #expect(try await browser.findAll("#cs-steps li").count == 4)
        let generation = try await sample.status().generation
        try await browser.click("#cs-replay")
        try await browser.waitForText("All 4 steps passed.", in: "#cs-note")
        #expect(try await sample.status().generation == generation + 1)
        for number in 1...4 { #expect(try await outcome(browser, number) == "passed") }
        #expect(try await browser.focusedID() == "cs-replay", "and no button of the app")

        try await browser.find("#cs-step-1").clear()
        try await browser.find("#cs-step-1").type("Eve")
        try await browser.press(.tab)
        try await browser.waitForText("typeName(\"Eve\")", in: "#cs-record-source")
        try await browser.click("#cs-replay")
        try await browser.waitForText("Step 3 failed: The value is “Eve”, not “Ada”.", in: "#cs-note")
        var outcomes: [String?] = []
        for number in 1...4 { outcomes.append(try await outcome(browser, number)) }
        #expect(outcomes == ["passed", "passed", "failed", nil])
        try await browser.keepPicture("steps-failed")

        try await browser.click("#cs-steps [data-change=remove][data-index='2']")
        try await browser.waitUntil("the step is gone") {
          try await browser.findAll("#cs-steps li").count == 3
        }
        try await browser.click("#cs-replay")
        try await browser.waitForText("All 3 steps passed.", in: "#cs-note")
        try await browser.click("#cs-steps [data-change=up][data-index='1']")
        try await browser.waitForText("1. type into textField “name”", in: "#cs-steps")
        try await browser.click("#cs-replay")
        try await browser.waitForText(
          "Step 1 failed: The app shows the screen “welcome”, not “profile”.", in: "#cs-note")
        #expect(try await sample.element("name") == nil)
        for (device, size) in [("desk", WindowSize.desktop), ("telephone", .phone)] {
          try await browser.resize(to: size)
          #expect(try await browser.accessibilityFindings() == [], "\(device)")
          #expect(try await browser.horizontalOverflow() == 0, "\(device)")
          try await browser.keepPicture("steps-\(device)")
        }
        try await edit(browser, sample)
      }
    }

    @Test("keep the line ends of a text that is corrected")
    func lines() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await sample.ask("POST", "/record", #"{"on":true}"#)
        try await sample.tap("skip")
        try await sample.ask("POST", "/type", #"{"id":"name","text":"a\nb"}"#)
        try await sample.ask("POST", "/record", #"{"on":false}"#)
        try await browser.openTab("recorder")
        try await browser.waitFor("#cs-step-1")
        #expect(try await browser.value(of: "#cs-step-1") == "a\nb")
        try await browser.find("#cs-step-1").type("c")
        try await browser.press(.tab)
        try await browser.waitForText(#"typeName("a\nbc")"#, in: "#cs-record-source")
        #expect(try await browser.accessibilityFindings() == [])
        #expect(try await browser.horizontalOverflow() == 0)
        try await browser.keepPicture("steps-lines")
      }
    }

    /// Edits three steps faster than the app answers.
    private func edit(_ browser: Browser, _ sample: RunningSample) async throws {
      try await browser.execute(
        """
        window.press = (change, index) => document.querySelector(`#cs-steps [data-change=${change}][data-index="${index}"]`).click();
        window.onEdit = () => {};
        const send = fetch;
        window.asked = [];
        window.fetch = async (path, options) => {
          const deed = path.split('?')[0];
          if (options.method) window.asked.push(deed);
          return deed === '/steps' && await window.onEdit(send, path, options) || send(path, options);
        };
        """)
      // One that fails takes those after it along, and only its reason is told.
      try await browser.execute(
        """
        window.onEdit = () => {
          window.onEdit = () => {};
          return new Response('{"code":"failed","message":"Not now."}', {status: 500});
        };
        press('remove', 0);
        press('remove', 0);
        """)
      #expect(
        try await browser.execute("return lastEdit.then(() => asked.join())", as: String.self) == "/steps")
      #expect(try await browser.find("#cs-note").text == "Not now.")
      #expect(try await browser.findAll("#cs-steps li").count == 3)
      // Nor are other steps replayed than those that were shown.
      let isFixed = try await browser.execute(
        """
        window.onEdit = async (send, path, options) => {
          window.onEdit = () => {};
          await send(path, {...options, body: JSON.stringify({steps: JSON.parse(options.body).was.slice(0, 2)})});
        };
        asked.length = 0;
        press('up', 2);
        document.querySelector('#cs-replay').click();
        return document.querySelector('#cs-steps [data-change=remove]').disabled;
        """, as: Bool.self)
      #expect(isFixed)
      try await browser.waitUntil("the page has the app's steps") {
        try await browser.findAll("#cs-steps li").count == 2
      }
      try await browser.waitUntil("they can be changed again") {
        try await browser.find("#cs-steps [data-change=remove]").isEnabled
      }
      #expect(try await browser.find("#cs-note").text.hasPrefix("Somebody else has changed the steps"))
      #expect(try await browser.execute("return asked.join()", as: String.self) == "/steps")
      // And all comes to the app in its order.
      try await browser.execute(
        """
        asked.length = 0;
        press('remove', 0);
        document.querySelector('#cs-steps [data-change=remove]').focus();
        press('remove', 0);
        document.querySelector('#cs-record-clean').checked = false;
        document.querySelector('#cs-record').click();
        """)
      try await browser.waitForText("Stop recording (0)", in: "#cs-record")
      #expect(try await browser.execute("return asked.join()", as: String.self) == "/steps,/steps,/record")
      #expect(try await browser.focusedID() == "cs-record")
    }

    @Test("of a test that waits are gone through by a click, and what differs from what was recorded is told")
    func pause() async throws {
      let clock = ["--pause-clock-at", "2026-12-31T23:59:00Z"]
      try await DebugPageTests.open("SampleOnboarding", clock, console: false) { browser, sample in
        // As the driver does, for a test that fails on the page where the name is typed.
        try await sample.ask("POST", "/record", #"{"on":true}"#)
        try await sample.tap("continue")
        try await sample.tap("skip")
        try await sample.ask("POST", "/type", #"{"id":"name","text":"Ada"}"#)
        try await sample.ask("POST", "/record", #"{"on":false}"#)
        try await sample.ask(
          "POST", "/pause", #"{"begin":{"test":"M.S/t()","message":"Expected Eve, found <b>Ada</b>."}}"#)
        try await browser.waitForText("M.S/t() has failed, and waits", in: "#cs-pause-title")
        #expect(try await browser.find("#cs-pause-text").text == "Expected Eve, found <b>Ada</b>.")
        #expect(try await browser.find("#cs-recorder").isDisplayed)
        try await browser.waitUntil("the steps are there") {
          try await browser.findAll("#cs-steps li").count == 4
        }
        for (device, size) in [("desk", WindowSize.desktop), ("telephone", .phone)] {
          try await browser.resize(to: size)
          for scheme in ColourScheme.allCases {
            try await browser.prefer(scheme)
            #expect(try await browser.accessibilityFindings() == [], "\(device)")
            #expect(try await browser.horizontalOverflow() == 0, "\(device)")
            try await browser.keepPicture("pause-\(device)-\(scheme)")
          }
        }
        try await browser.resize(to: .desktop)
        try await browser.click("#cs-steps li:nth-child(1) .phrase")
        try await browser.waitForText("The app is where it was after step 1.", in: "#cs-note")
        #expect(try await sample.status().screen == "tour-1")
        #expect(try await outcome(browser, 1) == "passed")
        #expect(try await outcome(browser, 2) == nil)
        try await browser.click("#cs-steps li:nth-child(4) .phrase")
        try await browser.waitForText("All 4 steps passed.", in: "#cs-note")
        #expect(try await sample.element("name")?.value == "Ada")
        // An app that has become another one since.
        try await browser.execute(
          """
          const ask = window.ask;
          window.ask = async (path, ...more) => {
            const reply = await ask(path, ...more);
            if (path === '/shown?step=1') reply.tree.children[0].label = 'Another tour';
            return reply;
          };
          """)
        try await browser.click("#cs-steps li:nth-child(2) .phrase")
        try await browser.waitForText(
          "After step 1, the screen differs from what was recorded", in: "#cs-note")
        #expect(try await browser.find("#cs-steps li:nth-child(1) .outcome").text.contains("not there: "))
        #expect(try await outcome(browser, 1) == "differs")
        #expect(try await outcome(browser, 2) == "passed")
        try await browser.keepPicture("pause-differs")
        let waits = Task { try await sample.ask("POST", "/pause", #"{"untilEnd":true}"#) }
        try await browser.holdBack("/status")
        try await browser.waitUntilHeld()
        try await browser.click("#cs-go-on")
        try await browser.waitForText("The tests go on.", in: "#cs-status")
        #expect(try await waits.value.status == 200)
        #expect(try await sample.status().pause == nil)
        try await browser.openTab("log")
        try await browser.letGo()
        #expect(try await browser.find("#cs-pause").isDisplayed == false)
        #expect(try await browser.find("#cs-log").isDisplayed)
      }
    }
  }
}
