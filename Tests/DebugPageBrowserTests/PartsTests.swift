import BrowserSupport
import ControlProtocol
import Testing

extension DebugPageTests {
  @Suite("The parts of the debug page") struct Parts {
    @Test("finds elements by their words, and has the Swift query for the one that is selected")
    func elements() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, _ in
        try await browser.openTab("tree")
        try await browser.waitForText("8 elements", in: "#cs-tree-count")
        try await browser.find("#cs-tree-search").type("button cont")
        try await browser.waitForText("1 of 8 elements", in: "#cs-tree-count")
        let row = try await browser.find("#cs-tree-list button")
        #expect(try await row.text.hasSuffix("button #continue “Continue” focused"))
        try await row.click()
        try await browser.waitForText(#"app.buttons["continue"]"#, in: "#cs-tree-query")
        #expect(try await browser.find("#cs-tree-list button").attribute("aria-pressed") == "true")
        #expect(try await browser.find("#continue").attribute("class")?.contains("marked") == true)
        #expect(try await browser.find("#cs-tree-copy").isEnabled)
        try await browser.allowClipboard()
        try await browser.click("#cs-tree-copy")
        try await browser.waitForText("The query is copied.", in: "#cs-note")
        #expect(try await browser.clipboard() == #"app.buttons["continue"]"#)
        try await browser.find("#cs-tree-search").clear()
        try await browser.find("#cs-tree-search").type("no such thing")
        try await browser.waitForText("0 of 8 elements", in: "#cs-tree-count")
      }
    }

    @Test("lists what the app keeps, shows the beginning of it, and shows what a reset has erased")
    func data() async throws {
      try await DebugPageTests.open("SampleOnboarding", DebugPageTests.situation("userAlreadyOnboarded")) {
        browser, sample in
        try await browser.openTab("data")
        let preference = try await browser.waitFor("#cs-data-parts [data-part=preferences] button")
        #expect(try await preference.text.hasPrefix("onboarding.progress "))
        try await preference.click()
        try await browser.waitForText("ada@example.com", in: "#cs-contents-text")
        #expect(
          try await browser.find("#cs-contents-title").text.hasPrefix("preferences: onboarding.progress ("))
        #expect(try await browser.focusedID() == "cs-contents-title")
        let file = try await browser.find("#cs-data-parts [data-part=documents] button")
        try await file.click()
        try await browser.waitForText("documents: ", in: "#cs-contents-title")
        try await browser.openTab("reset")
        try await browser.click("#cs-preset-clean")
        try await browser.openTab("data")
        try await browser.waitForText("Empty: documents, library, caches, preferences", in: "#cs-data-empty")
        #expect(try await browser.find("#cs-contents").isDisplayed == false)
      }
    }

    @Test("asks for what the app keeps, and for queries, only while they are looked at")
    func dataInSight() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, _ in
        func hasAsked(for path: String) async throws -> Bool {
          try await browser.execute(
            "return performance.getEntriesByType('resource').some(({name}) => name.endsWith(arguments[0]))",
            .string(path), as: Bool.self)
        }
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        // That is asked for last.
        try await browser.waitForText("screen profile", in: "#cs-facts")
        for path in ["/queries", "/data"] { #expect(try await hasAsked(for: path) == false, "\(path)") }
        try await browser.openTab("tree")
        try await browser.click("#cs-tree-list [data-key=name]")
        try await browser.waitForText(#"app.textFields["name"]"#, in: "#cs-tree-query")
        try await browser.openTab("data")
        try await browser.waitForText("onboarding.progress", in: "#cs-data-parts")
        try await browser.openTab("log")
        try await browser.openTab("data")
        try await browser.find("#name").type("Ada")
        try await browser.waitFor("#cs-data-parts [data-name='onboarding.progress']")
      }
    }

    @Test("says of a secret that it is there, and no more")
    func secrets() async throws {
      try await DebugPageTests.open("SampleAccount", DebugPageTests.situation("userAlreadyLoggedIn")) {
        browser, sample in
        try await browser.openTab("data")
        let part = try await browser.waitFor("#cs-data-parts [data-part^='secrets.']")
        #expect(try await part.text.contains("••••••"))
        #expect(try await browser.findAll("#cs-data-parts [data-part^='secrets.'] button").isEmpty)
        let secret = try await browser.find("#cs-data-parts [data-part^='secrets.'] li").text
        let name = try #require(secret.split(separator: " ").first)
        let kind = try #require(try await part.attribute("data-part"))
        let reply = try await sample.ask("GET", "/contents?part=\(kind)&name=\(name)")
        #expect(!reply.text.contains(#""text""#))
      }
    }

    @Test("tells what happened, what was refused too")
    func log() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.openTab("log")
        try await browser.click("#skip")
        try await browser.waitForText("action: tap button \"skip\"", in: "#cs-log-list")
        try await browser.waitForText("drawn: screen \"profile\"", in: "#cs-log-list")
        let refused = try await sample.ask("POST", "/tap", #"{"id":"nothing"}"#)
        #expect(refused.status == 404)
        try await browser.waitFor("#cs-log-list [data-kind=refused]")
        #expect(try await browser.find("#cs-log-list").text.contains(sample.token) == false)
        let first = try await browser.find("#cs-log-list li").text
        #expect(first.prefixMatch(of: #/[0-2]\d:[0-5]\d:[0-5]\d\.\d{3} [a-z]+: /#) != nil, "\(first)")
        try await browser.find("#cs-log-filter").type("refused nothing")
        try await browser.waitUntil("one entry is left") {
          try await browser.findAll("#cs-log-list li:not([hidden])").count == 1
        }
        #expect(try await browser.find("#cs-log-count").text.hasPrefix("1 of "))
        _ = try await sample.ask("POST", "/tap", #"{"id":"nothing"}"#)
        try await browser.waitForText("2 of ", in: "#cs-log-count")
      }
    }

    @Test("finds no leak after a reset")
    func leaks() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.openTab("leaks")
        try await sample.ask("POST", "/reset", "{}")
        try await browser.waitForText("generation 2", in: "#cs-facts")
        try await browser.waitForText("Nothing of an earlier generation is left.", in: "#cs-leaks-list")
      }
    }

    @Test("tells what a reset has put back of the process, and what it could not")
    func process() async throws {
      try await DebugPageTests.open("LeakyApp") { browser, sample in
        try await browser.openTab("history")
        try await sample.tap("mask")
        try await sample.ask("POST", "/reset", "{}")
        try await browser.waitForText("077 until it was put back", in: "#cs-receipt-restored")
        #expect(try await browser.find("#cs-receipt-verdict").text == "Clean")
        try await sample.tap("ignored-signal")
        try await sample.ask("POST", "/reset", "{}")
        try await browser.waitForText(
          "changed: signal handler SIGPIPE: default before, ignored now", in: "#cs-receipt-problems")
        #expect(try await browser.find("#cs-receipt-verdict").text == "Not clean")
        #expect(try await browser.findAll("#cs-receipt-restored").isEmpty)
      }
    }

    @Test("tells what was given back late, what goes on and what nothing answered, none of which is unclean")
    func late() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        // Whether anything is late depends on the machine; the page is told what it has to show.
        let pretend = """
          const fetched = window.fetch;
          window.fetch = async (path, options) => {
            const answer = await fetched(path, options);
            if (path !== '/resets') return answer;
            const reply = await answer.json();
            const more = {late: ['descriptor /etc/passwd'], busy: ['upload'], unanswered: ['No route answers GET /menu']};
            reply.resets.forEach(reset => { Object.assign(reset.receipt, more); });
            return new Response(JSON.stringify(reply), {status: answer.status});
          };
          """
        try await browser.execute(pretend, [])
        try await browser.openTab("history")
        try await sample.ask("POST", "/reset", "{}")
        try await browser.waitForText(
          "still busy: upload\nlate: descriptor /etc/passwd\nNo route answers GET /menu",
          in: "#cs-receipt-late")
        #expect(try await browser.find("#cs-receipt-verdict").text == "Clean")
      }
    }

    @Test("lists what the leak walk could not look into, and nothing of the kind where it saw everything")
    func notLookedInto() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        // What an app has to show depends on what the walk has learnt; the page is told what it has to show.
        let pretend = """
          const [entries] = arguments, fetched = window.fetch;
          window.fetch = async (path, options) => {
            const answer = await fetched(path, options);
            if (path !== '/leaks' && path !== '/resets') return answer;
            const reply = await answer.json();
            if (path === '/leaks') reply.notLookedInto = entries;
            else reply.resets.forEach(reset => { reset.receipt.notLookedInto = entries; });
            return new Response(JSON.stringify(reply), {status: answer.status});
          };
          """
        try await browser.execute(
          pretend,
          [
            "UnsafeMutablePointer<Int> (TicketSession.buffer)",
            "Task<Dictionary<TicketIdentifier,InventoryOfAllSeatsInTheHouse>,Never> (TicketSession.<b>office</b>)",
          ])
        try await sample.ask("POST", "/reset", "{}")
        try await browser.waitForText("generation 2", in: "#cs-facts")
        try await browser.openTab("leaks")
        try await browser.waitForText("TicketSession.buffer", in: "#cs-unseen-list")
        #expect(
          try await browser.find("#cs-unseen").text == """
            Not looked into
            What these hold, an earlier generation may have left unseen.
            UnsafeMutablePointer<Int> (TicketSession.buffer)
            Task<Dictionary<TicketIdentifier,InventoryOfAllSeatsInTheHouse>,Never> (TicketSession.<b>office</b>)
            """)
        #expect(try await browser.find("#cs-leaks-list").text == "Nothing of an earlier generation is left.")
        try await browser.openTab("history")
        #expect(try await browser.find("#cs-receipt-verdict").text == "Clean")
        #expect(try await browser.find("#cs-receipt").text.contains(" · 2 not looked into"))
        for (device, size) in [("desk", WindowSize.desktop), ("telephone", .phone)] {
          try await browser.resize(to: size)
          try await browser.openTab("leaks")
          #expect(try await browser.accessibilityFindings() == [], "\(device)")
          #expect(try await browser.horizontalOverflow() == 0, "\(device)")
          try await browser.keepPicture("not-looked-into-\(device)")
        }
        try await browser.openTab("history")
        try await browser.execute(pretend, [])
        try await sample.ask("POST", "/reset", "{}")
        try await browser.waitForText("generation 3", in: "#cs-receipt")
        try await browser.waitUntil("the list is gone") {
          try await !browser.find("#cs-unseen").isDisplayed
        }
        #expect(try await !browser.find("#cs-receipt").text.contains("not looked into"))
      }
    }

    @Test("draws who holds what in a cycle")
    func cycle() async throws {
      try await DebugPageTests.open("LeakyApp") { browser, sample in
        try await browser.openTab("leaks")
        try await sample.tap("closure")
        try await sample.ask("POST", "/reset", "{}")
        try await browser.waitForText(
          "held in a cycle: Basket.onChange (closure) captures Basket", in: "#cs-leaks-list")
        let ring = try await browser.find("#cs-leaks-list svg.ring")
        #expect(
          try await ring.attribute("aria-label")
            == "held in a cycle: Basket.onChange (closure) captures Basket")
        #expect(try await browser.findAll("svg.ring text").count == 2)
        #expect(try await browser.findAll("svg.ring path").count == 2)
        try await browser.keepPicture("cycle")
      }
    }

    @Test("writes down what is done as a test, by whomever")
    func recorder() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.openTab("recorder")
        try await browser.click("#cs-record")
        try await browser.waitForText("Stop recording", in: "#cs-record")
        #expect(try await browser.find("#cs-record").attribute("aria-pressed") == "true")
        #expect(try await sample.status().generation == 2)
        try await browser.waitForScreen("welcome")
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        try await browser.find("#name").type("Ada")
        try await browser.waitUntil("the app has the name") {
          try await sample.element("name")?.value == "Ada"
        }
        try await sample.ask("POST", "/type", #"{"id":"email","text":"ada@example.com"}"#)
        try await sample.tap("continue")
        try await browser.waitForScreen("notifications")
        try await browser.waitForText("\"notifications\"", in: "#cs-record-source")
        try await browser.click("#cs-record")
        try await browser.waitForText("Record", in: "#cs-record")
        try await browser.waitUntil("the recording has ended") {
          try await browser.find("#cs-record").attribute("aria-pressed") == "false"
        }
        let source = try await browser.find("#cs-record-source").property("textContent", as: String.self)
        for part in ["import AppDriver", "@Test", "skip", "\"Ada\"", "\"ada@example.com\"", "continue"] {
          #expect(source.contains(part), "\(source)")
        }
        try await browser.allowClipboard()
        try await browser.click("#cs-record-copy")
        try await browser.waitForText("The test is copied.", in: "#cs-note")
        #expect(try await browser.clipboard() == source)
        try await sample.tap("continue")
        try await browser.waitForScreen("summary")
        #expect(
          try await browser.find("#cs-record-source").property("textContent", as: String.self) == source)
      }
    }

    @Test("shows a recording by its latest name, whichever answer comes last")
    func lateAnswer() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, _ in
        try await browser.openTab("recorder")
        try await browser.click("#cs-record")
        try await browser.waitForText("Give the test a name", in: "#cs-record-file")
        try await browser.execute(
          """
          const send = fetch;
          window.fetch = async (path, options) => {
            const answer = await send(path, options);
            if (path.endsWith('name=Old')) await new Promise(goOn => window.release = goOn);
            return answer;
          };
          """)
        try await browser.find("#cs-record-name").type("Old")
        try await browser.waitUntil("the answer for the old name is held back") {
          try await browser.execute("return Boolean(window.release)", as: Bool.self)
        }
        try await browser.find("#cs-record-name").type("er")
        try await browser.waitForText("/OlderTests.swift", in: "#cs-record-file")
        #expect(try await browser.execute("release(); return ask('/status').then(() => true)", as: Bool.self))
        #expect(
          try await browser.find("#cs-record-file").text == "Tests/SampleOnboardingUITests/OlderTests.swift")
        // Where each answer comes only after the next question, the steps are shown nevertheless.
        try await browser.execute(
          """
          const send = fetch;
          let goOn;
          window.fetch = async (path, options) => {
            if (!path.startsWith('/recording')) return send(path, options);
            goOn?.();
            const later = new Promise(next => goOn = next), answer = await send(path, options);
            await later;
            return answer;
          };
          """)
        try await browser.click("#skip")
        try await browser.waitForText("Stop recording (1)", in: "#cs-record")
        try await browser.click("#cs-record")
        try await browser.waitForText("The recording has ended.", in: "#cs-note")
        #expect(try await browser.find("#cs-record").text == "Record")
      }
    }

    @Test("names a recording, warns of what will not last, and saves it as a file of the app's test target")
    func saving() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.openTab("recorder")
        try await browser.click("#cs-record-clean")
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        try await browser.click("#cs-record")
        try await browser.waitForText("did not begin on a clean slate", in: "#cs-record-warnings")
        try await browser.waitForText("// Recorded without a clean slate", in: "#cs-record-source")
        try await browser.waitForText("Give the test a name", in: "#cs-record-file")
        try await browser.click("#cs-record-save")
        try await browser.waitForText("Give the test a name first", in: "#cs-note")
        try await browser.find("#cs-record-name").type("Sign up")
        try await browser.waitForText("struct SignUpTests {", in: "#cs-record-source")
        #expect(
          try await browser.find("#cs-record-file").text
            == "Tests/SampleOnboardingUITests/SignUpTests.swift")
        try await browser.execute(
          """
          window.saved = [];
          window.showSaveFilePicker = async options => ({
            name: options.suggestedName,
            createWritable: async () => ({write: async text => saved.push(options.suggestedName, text), close: async () => {}}),
          });
          """)
        try await browser.click("#cs-record-save")
        try await browser.waitForText("SignUpTests.swift is saved.", in: "#cs-note")
        let source = try await browser.find("#cs-record-source").property("textContent", as: String.self)
        #expect(
          try await browser.execute("return window.saved", as: [String].self)
            == ["SignUpTests.swift", source])
        try await browser.execute(
          """
          window.showSaveFilePicker = undefined;
          HTMLAnchorElement.prototype.click = function () { window.saved = [this.download, this.href.slice(0, 5)]; };
          """)
        try await browser.click("#cs-record-save")
        try await browser.waitForText("It belongs in Tests/SampleOnboardingUITests.", in: "#cs-note")
        #expect(
          try await browser.execute("return window.saved", as: [String].self) == [
            "SignUpTests.swift", "blob:",
          ])
      }
    }
  }
}
