import BrowserSupport
import ControlProtocol
import Testing

extension DebugPageTests {
  @Suite("The screen on the debug page") struct LiveScreen {
    private func look(_ browser: Browser, _ id: String) async throws -> String {
      let element = try await browser.find("#\(id)")
      #expect(try await element.attribute("data-testid") == id)
      return "\(try await element.role) \"\(try await element.name)\""
    }

    @Test("follows the app by itself, whoever works with it")
    func updates() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.waitForScreen("welcome")
        try await sample.tap("skip")
        try await browser.waitForScreen("profile")
        try await browser.waitForText("screen profile", in: "#cs-facts")
        try await sample.ask("POST", "/type", #"{"id":"name","text":"Ada"}"#)
        try await browser.waitUntil("the field says Ada") { try await browser.value(of: "#name") == "Ada" }
        try await sample.ask("POST", "/reset", "{}")
        try await browser.waitForScreen("welcome")
        try await browser.waitForText("generation 2", in: "#cs-facts")
      }
    }

    @Test("has the roles, names, states and identifiers of the app's elements")
    func roles() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        #expect(try await look(browser, "welcome") == "group \"Welcome\"")
        #expect(try await look(browser, "welcome-picture").hasSuffix("\"A covered dish\""))
        #expect(try await look(browser, "headline") == "heading \"Good food is on its way.\"")
        #expect(try await look(browser, "continue") == "button \"Continue\"")
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        #expect(try await look(browser, "name") == "textbox \"Name\"")
        #expect(try await look(browser, "progress") == "progressbar \"About you\"")
        #expect(try await browser.find("#continue").isEnabled == false)
        try await sample.ask("POST", "/type", #"{"id":"name","text":"Ada"}"#)
        try await sample.ask("POST", "/type", #"{"id":"email","text":"ada@example.com"}"#)
        try await browser.waitUntil("the form is complete") { try await browser.find("#continue").isEnabled }
        try await sample.tap("continue")
        try await browser.waitForScreen("notifications")
        #expect(try await look(browser, "order-updates") == "switch \"Where my order is\"")
        #expect(try await browser.find("#order-updates").isSelected)
        #expect(try await browser.find("#offers").isSelected == false)
      }
      try await DebugPageTests.open("SampleOrders") { browser, _ in
        try await browser.waitForScreen("start-page")
        #expect(try await look(browser, "situations") == "list \"Situations\"")
        #expect(try await look(browser, "start-from-noOrders") == "button \"Nothing was ever ordered.\"")
      }
    }

    @Test("takes clicks and typing, and brings the app to its last screen")
    func clicks() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        try await browser.find("#name").type("Ada Lovelace")
        try await browser.find("#email").type("ada@example.com")
        try await browser.waitUntil("the form is complete") { try await browser.find("#continue").isEnabled }
        try await browser.click("#continue")
        try await browser.waitForScreen("notifications")
        // As on any page, the switch is on with the click, and not only when the app has answered.
        let script = "const offers = document.querySelector('#offers'); offers.click(); return offers.checked"
        #expect(try await browser.execute(script, as: Bool.self))
        #expect(try await browser.find("#offers").isSelected)
        try await browser.click("#continue")
        try await browser.waitForScreen("summary")
        try await browser.click("#cs-back")
        try await browser.waitForScreen("notifications")
        #expect(try await sample.status().screen == "notifications")
        #expect(try await sample.element("offers")?.isSelected == true)
      }
    }

    @Test("is worked with by the keyboard alone, and goes where the app's own keyboard goes")
    func keyboard() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.waitUntil("the app's button has the keyboard") {
          try await browser.focusedID() == "continue"
        }
        try await browser.press(.tab)
        #expect(try await browser.focusedID() == "skip")
        try await browser.press(.enter)
        try await browser.waitUntil("the name has the keyboard") { try await browser.focusedID() == "name" }
        try await browser.typeKeys("Ada")
        try await browser.press(.enter)
        try await browser.waitUntil("the address has the keyboard") {
          try await browser.focusedID() == "email"
        }
        try await browser.typeKeys("ada@example.com")
        try await browser.waitUntil("the form is complete") { try await browser.find("#continue").isEnabled }
        try await browser.press(.enter)
        try await browser.waitForScreen("notifications")
        try await browser.press(.left, with: .alt)
        try await browser.waitForScreen("profile")
        #expect(try await browser.value(of: "#email") == "ada@example.com")
        try await browser.click("#name")
        try await browser.press(.escape)
        try await browser.waitForScreen("welcome")
        #expect(try await sample.status().screen != "profile")
      }
    }

    @Test("shows the titles of lists, and names answers by the text above them")
    func titles() async throws {
      try await DebugPageTests.open("SampleOrders") { browser, _ in
        try await browser.waitForScreen("start-page")
        try await browser.waitForText("Situations", in: "div:has(> #situations) > :first-child")
      }
      try await DebugPageTests.open("SampleOrders", DebugPageTests.situation("orderDetails")) { browser, _ in
        let group = try await browser.waitFor("[role=group]:has(> #rating)")
        #expect(try await group.name == browser.find("#rating").text)
      }
    }

    @Test("goes on after what others have typed")
    func othersText() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        try await browser.find("#name").type("Ad")
        try await browser.waitUntil("the app has it") { try await sample.element("name")?.value == "Ad" }
        try await sample.ask("POST", "/type", #"{"id":"name","text":"Grace","replace":true}"#)
        try await browser.waitUntil("the field says so") { try await browser.value(of: "#name") == "Grace" }
        try await browser.typeKeys("!")
        try await browser.waitUntil("the letter is last") {
          try await sample.element("name")?.value == "Grace!"
        }
      }
    }

    /// What the page was told last.
    private func drawn(_ browser: Browser, _ id: String) async throws -> String? {
      try await browser.execute(
        "return firstIn(shown.tree, e => e.identifier === arguments[0]).value ?? null", .string(id),
        as: String?.self)
    }

    @Test("sends a letter that a browser tells of half by half when it is whole")
    func halves() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        try await browser.execute(
          """
          const field = document.querySelector('#name');
          for (const text of ['a\\ud83d', 'a\\ud83d\\ude00']) {
            field.value = text;
            field.dispatchEvent(new Event('input', {bubbles: true}));
          }
          """)
        try await browser.waitUntil("the app has the letter") {
          try await sample.element("name")?.value == "a😀"
        }
        #expect(try await browser.value(of: "#name") == "a😀")
      }
    }

    @Test("leaves a text alone while it is composed, as with a keyboard for Japanese")
    func composition() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        try await browser.click("#name")
        func compose(_ text: String) async throws {
          let end = JSONValue(integerLiteral: text.count)
          _ = try await browser.chromium(
            "Input.imeSetComposition", ["text": .string(text), "selectionStart": end, "selectionEnd": end])
        }
        func replace(by text: String) async throws {
          try await sample.ask("POST", "/type", #"{"id":"name","text":"\#(text)","replace":true}"#)
          try await browser.waitUntil("the page has drawn") { try await drawn(browser, "name") == text }
        }
        try await compose("とう")
        try await replace(by: "Ada")
        #expect(try await browser.value(of: "#name") == "とう")
        _ = try await browser.chromium("Input.insertText", ["text": "東"])
        try await browser.waitUntil("the app has the word") {
          try await sample.element("name")?.value == "東"
        }
        #expect(try await browser.value(of: "#name") == "東")
        // One that is given up has changed nothing.
        try await compose("とう")
        try await replace(by: "Eve")
        #expect(try await browser.value(of: "#name") == "東とう")
        try await compose("")
        try await browser.waitUntil("the field has the app's text") {
          try await browser.value(of: "#name") == "Eve"
        }
        #expect(try await sample.element("name")?.value == "Eve")
      }
    }

    @Test("keeps the caret while the app draws what is typed")
    func caret() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, sample in
        try await browser.click("#skip")
        try await browser.waitForScreen("profile")
        try await browser.click("#name")
        try await browser.typeKeys("Aa")
        try await browser.waitUntil("the app has the text") {
          try await sample.element("name")?.value == "Aa"
        }
        try await browser.press(.left)
        try await browser.typeKeys("d")
        try await browser.waitUntil("the app has the letter") {
          try await sample.element("name")?.value == "Ada"
        }
        try await browser.typeKeys("d")
        try await browser.waitUntil("the app has the next letter") {
          try await sample.element("name")?.value == "Adda"
        }
        #expect(try await browser.value(of: "#name") == "Adda")
        let caret = try await browser.find("#name").property("selectionStart", as: Int.self)
        #expect(caret == 3)
      }
    }

    @Test("shows nothing of a password, and takes it all the same")
    func password() async throws {
      try await DebugPageTests.open("SampleAccount", DebugPageTests.situation("offline")) { browser, sample in
        let field = try await browser.waitFor("#cs-screen input[type=password]")
        let id = try #require(try await field.attribute("id"))
        try await field.type("hunter2")
        try await browser.waitUntil("the app has seven letters") {
          try await sample.element(id)?.value == "•••••••"
        }
        let page = try await browser.execute("return document.documentElement.outerHTML", as: String.self)
        #expect(!page.contains("hunter2"))
        // One letter, of two characters.
        let typed = "e\u{301}2"
        try await field.clear()
        try await field.type(typed)
        try await browser.waitUntil("the app has two") { try await sample.element(id)?.value == "••" }
        try await sample.ask("POST", "/type", #"{"id":"email","text":"ada@","replace":true}"#)
        try await browser.waitUntil("the page has drawn") { try await browser.value(of: "#email") == "ada@" }
        #expect(try await field.property("value", as: String.self) == typed)
        // Another password than that.
        try await sample.ask("POST", "/type", #"{"id":"\#(id)","text":"hunter22","replace":true}"#)
        try await browser.waitUntil("the page has drawn") { try await drawn(browser, id) == "••••••••" }
        #expect(try await field.property("value", as: String.self) == "")
        #expect(try await field.attribute("placeholder") == "••••••••")
      }
    }

    @Test("does with Enter what a terminal does, and shows one of several as such")
    func enter() async throws {
      try await DebugPageTests.open("SampleShop", DebugPageTests.situation("fullBasket")) { browser, sample in
        try await browser.click("#remove-voucher")
        try await browser.waitFor("#voucher-code")
        try await browser.click("#voucher-code")
        try await browser.typeKeys("fiveoff")
        try await browser.press(.enter)
        try await browser.waitFor("#remove-voucher")
        #expect(try await sample.element("notice")?.label == "The voucher FIVEOFF is used.")
        try await sample.ask("POST", "/open", #"{"link":"storefront://shop"}"#)
        try await browser.waitForScreen("menu")
        try await browser.click("#menu-search")
        try await browser.typeKeys("pizza")
        try await browser.press(.enter)
        try await browser.waitUntil("the category has the keyboard") {
          try await browser.focusedID() == "category-pizza"
        }
        try await sample.ask("POST", "/open", #"{"link":"storefront://shop/items/ramen"}"#)
        try await browser.waitForScreen("item")
        #expect(try await look(browser, "choice-large") == "radio \"large +€3.00\"")
        try await browser.click("#choice-large")
        try await browser.waitUntil("another size is chosen") {
          try await browser.find("#choice-large").isSelected
        }
        #expect(try await browser.find("#choice-regular").isSelected == false)
      }
    }

    @Test("closes a question with Esc, and nothing is done")
    func escape() async throws {
      try await DebugPageTests.open("SampleAccount", DebugPageTests.situation("signOutAlert")) {
        browser, sample in
        try await browser.waitFor("#cs-screen [role=alertdialog]")
        try await browser.waitUntil("the alert has the keyboard") {
          try await browser.focusedID() == "stay-signed-in"
        }
        try await browser.press(.escape)
        try await browser.waitUntil("the alert is gone") {
          try await browser.findAll("[role=alertdialog]").isEmpty
        }
        #expect(try await sample.status().screen == "account")
      }
    }

    @Test("lets an alert be answered before anything else but a reset")
    func alert() async throws {
      let arguments = DebugPageTests.situation("signOutAlert") + ["--reset-on", "button,http"]
      try await DebugPageTests.open("SampleAccount", arguments) { browser, sample in
        try await browser.waitFor("#cs-screen [role=alertdialog]")
        try await browser.click("#\(ResetButton.identifier)")
        try await browser.waitForText("generation 2", in: "#cs-facts")
        let alert = try await browser.waitFor("#cs-screen [role=alertdialog]")
        #expect(try await alert.role == "alertdialog")
        #expect(try await alert.name.isEmpty == false)
        let behind = try await browser.findAll(
          "#cs-screen button:not([role=alertdialog] button, #reset-button)")
        for button in behind {
          #expect(
            try await browser.execute(
              "return !!arguments[0].closest('[inert]')", button.argument, as: Bool.self))
        }
        let answers = try await browser.findAll("[role=alertdialog] button")
        #expect(answers.count == 2)
        try await answers[0].click()
        try await browser.waitUntil("the alert is gone") {
          try await browser.findAll("[role=alertdialog]").isEmpty
        }
        #expect(try await sample.tree().first { $0.role == "alert" } == nil)
      }
    }
  }
}
