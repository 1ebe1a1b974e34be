import BrowserSupport
import ControlProtocol
import TestSupport
import Testing

extension DebugPageTests {
  /// No test of these waits: what it looks for is there when the browser goes on.
  @Suite("The page of the app's screen alone") struct AppPage {
    private func open(
      _ product: String, _ arguments: [String] = [], _ body: (Browser, RunningSample) async throws -> Void
    ) async throws {
      let sample = try await RunningSample(product, arguments)
      try await Browser.use { browser in
        try await browser.open(WorkbenchAddress.app(beside: sample.url))
        try await body(browser, sample)
      }
    }

    private func look(_ browser: Browser, _ id: String) async throws -> String {
      let element = try await browser.find("[data-testid='\(id)']")
      #expect(try await element.attribute("id") == id)
      return "\(try await element.role) \"\(try await element.name)\""
    }

    /// What the page answers when a test asks the app by it.
    private func ask<Reply: Decodable & Sendable>(
      _ browser: Browser, _ call: String, as type: Reply.Type = String.self
    ) async throws -> Reply {
      try await browser.execute(
        "try { return \(call) } catch (problem) { return problem.message }", as: type)
    }

    @Test("has loaded when it shows the app: native controls with names and identifiers, one main, one title")
    func loaded() async throws {
      try await open("SampleOnboarding") { browser, _ in
        let busy = try await browser.find("main").attribute("aria-busy")
        #expect(busy == "false")
        #expect(try await look(browser, "welcome") == "group \"Welcome\"")
        #expect(try await look(browser, "continue") == "button \"Continue\"")
        #expect(try await browser.title == "Welcome · SampleOnboarding")
        #expect(try await browser.find("main > [data-role=window] h1").text == "Welcome")
        #expect(try await browser.focusedID() == "continue")
        #expect(try await browser.findAll("main").count == 1)
        #expect(try await browser.findAll("#cs-pane, #cs-tabs").isEmpty)
        #expect(try await browser.takeConsoleErrors() == [])
      }
    }

    @Test(
      "has brought a click, a text and a key to the app, and shows what came of it, when the browser goes on")
    func deeds() async throws {
      try await open("SampleOnboarding") { browser, sample in
        try await browser.find("#skip").click()
        #expect(try await look(browser, "name") == "textbox \"Name\"")
        try await browser.find("#email").type("ada@")
        #expect(try await sample.element("email")?.value == "ada@")
        #expect(try await browser.findAll("[aria-invalid]").isEmpty)
        try await browser.find("#name").type("Ada")
        let email = try await browser.find("#email[aria-invalid=true]")
        #expect(try await email.attribute("aria-errormessage") == "email-problem")
        #expect(try await email.attribute("aria-describedby") == "email-problem")
        // A driver empties a field without a key.
        try await email.clear()
        #expect(try await sample.element("email")?.value == "")
        try await browser.find("#email").type("ada@example.com")
        try await browser.press(.enter)
        #expect(try await browser.title == "Notifications · SampleOnboarding")
        try await browser.find("#offers").click()
        #expect(try await browser.find("#offers").isSelected)
        #expect(try await sample.element("offers")?.isSelected == true)
        try await browser.press(.escape)
        #expect(try await browser.title == "Your profile · SampleOnboarding")
        // After a click on a text, nothing has the keyboard.
        try await browser.find("main h1").click()
        try await browser.press(.escape)
        #expect(try await browser.title == "Welcome · SampleOnboarding")
        for _ in 0..<2 {
          _ = try await ask(browser, "app('/reset', {}).screen")
          #expect(try await browser.focusedID() == "continue")
          try await browser.find("main h1").click()
        }
      }
    }

    @Test("has radio buttons that know one another, and makes a list of them one to select from")
    func choices() async throws {
      let checkout = DebugPageTests.situation("checkoutPayment")
      try await open("SampleShop", checkout) { browser, sample in
        #expect(try await look(browser, "payments") == "listbox \"How do you pay?\"")
        try await browser.find("button.primary").click()
        #expect(try await browser.focusedID() == "payments")
        #expect(
          try await browser.find("#payments").attribute("aria-describedby") == "delivery-payment-problem")
        try await browser.find("#payment-cash").click()
        #expect(try await browser.find("#payments").property("value", as: String.self) == "payment-cash")
        #expect(try await sample.element("payment-cash")?.isSelected == true)
        _ = try await ask(browser, "app('/open', {link: 'storefront://shop/basket'}).screen")
        #expect(try await look(browser, "basket-lines") == "list \"\"")
        _ = try await ask(browser, "app('/open', {link: 'storefront://shop/items/ramen'}).screen")
        #expect(try await browser.find("#choice-regular").isSelected)
        try await browser.find("#choice-large").click()
        #expect(try await browser.find("#choice-large").isSelected)
        #expect(try await browser.find("#choice-regular").isSelected == false)
        let group = try await browser.find("#choice-large").attribute("name")
        let members = try await browser.findAll("[name='\(group ?? "none")']")
        #expect(members.count == 2)
        try await browser.find("#choice-large").type(BrowserKey.up.rawValue)
        #expect(try await browser.find("#choice-regular").isSelected)
        #expect(try await sample.element("choice-regular")?.isSelected == true)
      }
    }

    @Test("has an alert as a dialog, before which nothing else can be pressed")
    func alert() async throws {
      try await open("SampleAccount", DebugPageTests.situation("signOutAlert")) { browser, _ in
        #expect(try await browser.find("[role=alertdialog][aria-modal=true]").name == "Sign out?")
        #expect(try await browser.focusedID() == "stay-signed-in")
        let behind = try await browser.find("#sign-out")
        await #expect(throws: WebDriverError.self) { try await behind.click() }
        try await browser.find("#stay-signed-in").click()
        #expect(try await browser.findAll("[role=alertdialog]").isEmpty)
      }
    }

    @Test("is on a clean slate with one request, by itself or when a test asks for it, and keeps nothing")
    func slate() async throws {
      try await open("SampleAccount", DebugPageTests.situation("offline")) { browser, sample in
        try await browser.find("#password").type("hunter2")
        try await browser.execute("document.querySelector('#password').isOld = true")
        let generation = try await ask(browser, "app('/reset', {}).generation", as: Int.self)
        #expect(generation == 2)
        #expect(try await browser.find("#password").property("value", as: String.self) == "")
        #expect(try await browser.execute("return !document.querySelector('#password').isOld", as: Bool.self))
        // Another client's: the page catches up at once if it is told to, and a moment later by itself.
        try await browser.find("#password").type("hunter2")
        try await sample.ask("POST", "/reset", "{}")
        try await browser.execute("app()")
        #expect(try await browser.find("#password").property("value", as: String.self) == "")
        try await sample.tap("help")
        try await browser.waitForScreen("account-help")
        try await browser.waitUntil("the app is idle") {
          try await browser.find("main").attribute("aria-busy") == "false"
        }
      }
    }

    @Test("marks an app that works, and waits for it when it is told to")
    func busy() async throws {
      let fromServer = ["--catalog-url", "https://kitchen.example/menu.json", "--open", "storefront://shop"]
      try await open("SampleShop", fromServer) { browser, sample in
        try await sample.ask("POST", "/network", #"{"to":"GET /menu.json","status":503,"delaySeconds":0.5}"#)
        let states = try await browser.execute(
          """
          const [done] = arguments, states = [], screen = document.querySelector('main');
          new MutationObserver(() => {
            const state = screen.getAttribute('aria-busy') + ' ' + document.querySelector('#headline')?.textContent;
            if (states.at(-1) !== state) states.push(state);
            if (state.startsWith('false')) done(states);
          }).observe(document, {subtree: true, childList: true, attributes: true});
          ask('/tap', {id: 'retry'});
          """, async: [String].self)
        #expect(
          states == [
            "true The menu is on its way…", "true The menu did not arrive.", "false The menu did not arrive.",
          ])
        try await browser.find("#retry").click()
        #expect(try await browser.find("#headline").text == "The menu did not arrive.")
      }
    }

    @Test(
      "breaks no rule of accessibility, in light and dark, on a desk and on a telephone",
      arguments: [
        ("SampleOnboarding", ["userAlreadyOnboarded"]), ("SampleAccount", ["signOutAlert", "lockedOut"]),
        ("SampleShop", ["checkoutTime", "dishWithOptions", "fullBasket"]), ("SampleOrders", ["manyOrders"]),
      ])
    func accessibility(product: String, situations: [String]) async throws {
      try await open(product) { browser, _ in
        var screens: [String: String] = [:]
        let found = try await browser.findingsInAllLooks(of: "app", parts: situations) { situation in
          let arguments = DebugPageTests.situation(situation)
          try await browser.execute("app('/reset', {launchArguments: [arguments[0]]})", .string(arguments[0]))
          screens[situation] = try await browser.find("main").text
        }
        #expect(found == [])
        #expect(Set(screens.values).count == situations.count, "each shows something of its own: \(screens)")
      }
    }

    @Test("says in words what is wrong, and shows nothing of an app that has ended")
    func words() async throws {
      try await open("SampleOnboarding") { browser, sample in
        #expect(try await ask(browser, "app('/resett', {})") == "There is no /resett. Did you mean /reset?")
        await #expect(throws: WebDriverError.self, "a driver takes it for a mistake of the script") {
          try await browser.execute("app('/resett', {})")
        }
        try await browser.execute(
          "const skip = document.querySelector('#skip'); skip.id = 'skipp'; skip.click()")
        #expect(try await browser.find("[role=alert]").isDisplayed)
        try await browser.execute("app('/reset', {})")
        #expect(try await browser.find("[role=alert]").isDisplayed == false)
        let problem = try await ask(browser, "app('/tap', {id: 'skipp'})")
        #expect(problem.hasPrefix("No element has the identifier \"skipp\"."), "\(problem)")
        for (path, words) in [
          ("/tree?idle=soon", "Expected ?idle=MILLISECONDS"),
          ("/tree?idle=1&after=1", "either 'idle' or 'after'"),
          ("/reset?tree=-1", "Expected ?tree=MILLISECONDS"),
        ] {
          let refused = try await sample.ask(path.hasPrefix("/reset") ? "POST" : "GET", path)
          #expect(refused.status == 400 && refused.text.contains(words), "\(refused.text)")
        }
        #expect(try await sample.status().generation == 2)
        try await sample.kill()
        #expect(try await ask(browser, "app('/status')") == "The app does not answer.")
        let banner = try await browser.find("[role=alert]").text
        #expect(banner.hasPrefix("The app does not answer. It has ended or is stopped."))
        #expect(try await browser.find("main").isDisplayed == false)
        #expect(try await browser.find("main").attribute("aria-busy") == "true")
        let again = try await RunningSample("SampleOnboarding", port: sample.port, home: sample.home)
        try await browser.waitUntil("the page goes on") { try await browser.find("main").isDisplayed }
        #expect(try await browser.find("[role=alert]").isDisplayed == false)
        try await browser.find("#skip").click()
        #expect(try await again.status().screen == "profile")
        #expect(try await browser.title == "Your profile · SampleOnboarding")
        #expect(try await browser.find("main").attribute("aria-busy") == "false")
      }
    }

    @Test("needs the token as the workbench does, and shows nothing without it")
    func token() async throws {
      let sample = try await RunningSample("SampleOnboarding")
      let wrong = String(repeating: "0", count: sample.token.count)
      try await Browser.use { browser in
        for (address, advice) in [
          ("/app#token=\(wrong)", "The app at this address refuses the page"),
          ("/app?none", "This address lacks its token"),
        ] {
          try await browser.open(sample.origin + address)
          let banner = try await browser.find("[role=alert]").text
          #expect(banner.hasPrefix(advice))
          #expect(try await browser.find("main").isDisplayed == false)
        }
      }
      #expect(try await sample.status().generation == 1)
    }
  }
}
