import BrowserSupport
import TestSupport
import Testing

extension DebugPageTests {
  @Suite("The looks of the debug page") struct Looks {
    /// An app in a situation in which the page has much to show, and what to do on the page before it is looked at.
    struct Scene: CustomTestStringConvertible, Sendable {
      let testDescription: String
      let product: String
      var situation: [String] = []
      var landmark = "#cs-screen [data-role=screen]"
      /// The sections to look at, one after the other.
      var tabs = ["reset"]
      var prepare: @Sendable (Browser) async throws -> Void = { _ in }
    }

    static let scenes = [
      Scene(
        testDescription: "parts", product: "SampleOnboarding",
        situation: DebugPageTests.situation("userAlreadyOnboarded"),
        tabs: ["recorder", "tree", "reset", "history", "leaks", "data", "network", "log"],
        prepare: { browser in
          try await browser.click("#cs-preset-userAlreadyOnboarded")
          try await browser.waitForText("Reset 1: clean", in: "#cs-state-reset")
          try await browser.openTab("tree")
          try await browser.waitForText("focused", in: "#cs-tree-list")
          try await browser.click("#cs-tree-list button[data-key=start-over]")
          try await browser.openTab("data")
          try await browser.click("#cs-data-parts [data-part=preferences] button")
          try await browser.waitForText("ada@example.com", in: "#cs-contents-text")
          try await browser.openTab("recorder")
          try await browser.click("#cs-record-clean")
          try await browser.click("#cs-record")
          try await browser.waitForText("Stop recording", in: "#cs-record")
        }),
      Scene(
        testDescription: "form", product: "SampleOnboarding",
        prepare: { browser in
          try await browser.click("#skip")
          try await browser.waitForScreen("profile")
          try await browser.find("#email").type("ada")
          try await browser.click("#name")
          try await browser.waitFor("#email-problem")
        }),
      Scene(
        testDescription: "alert", product: "SampleAccount",
        situation: DebugPageTests.situation("signOutAlert"),
        landmark: "[role=alertdialog]"),
      Scene(
        testDescription: "long-list", product: "SampleOrders",
        situation: DebugPageTests.situation("manyOrders")),
      Scene(
        testDescription: "details", product: "SampleOrders",
        situation: DebugPageTests.situation("orderDetails")),
      Scene(
        testDescription: "wide-letters", product: "SampleAccount",
        situation: DebugPageTests.situation("wideName")),
      Scene(
        testDescription: "ended", product: "SampleOnboarding",
        prepare: { browser in
          try await browser.setOffline(true)
          try await browser.waitForText("The app does not answer.", in: "#cs-banner")
        }),
    ]

    @Test(
      "break no rule of accessibility, in light and dark, on a desk and on a telephone", arguments: scenes)
    func rules(scene: Scene) async throws {
      try await DebugPageTests.open(scene.product, scene.situation, console: false) { browser, _ in
        try await browser.waitFor(scene.landmark)
        try await scene.prepare(browser)
        let found = try await browser.findingsInAllLooks(of: scene.testDescription, parts: scene.tabs) {
          try await browser.openTab($0)
        }
        #expect(found == [])
      }
    }

    @Test(
      "lead the keyboard through all controls in the order of the page, there and back, with a mark on each")
    func tabOrder() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, _ in
        try await browser.waitFor("[id='cs-flag-onboarding.shortTour']")
        for size in [WindowSize.desktop, .phone] {
          try await browser.resize(to: size)
          let stops = try await browser.walkWithTab()
          #expect(TabStop.outOfOrder(stops) == [])
          #expect(stops.filter { !$0.isMarked }.map(\.element) == [])
          let back = try await browser.walkWithTab(backwards: true)
          #expect(back.reversed().map(\.element) == stops.map(\.element))
          let controls = try await browser.execute(
            """
            return [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter(each =>
              each.tabIndex >= 0 && !each.disabled && each.checkVisibility() && !each.closest('[inert]'))
              .map(each => each.id ? '#' + each.id : each.outerHTML.slice(0, 100))
            """, as: [String].self)
          #expect(stops.map(\.element) == controls)
        }
      }
    }

    @Test("tell what colours tell by signs as well, and have an alert read out as a whole")
    func signs() async throws {
      try await DebugPageTests.open("SampleAccount", DebugPageTests.situation("signOutAlert")) { browser, _ in
        let alert = try await browser.waitFor("[role=alertdialog]")
        let described = try #require(try await alert.attribute("aria-describedby"))
        let text = try await browser.find("#" + described).text
        #expect(try await alert.text.contains(text) && text.contains(" "))
        let signs = try await browser.execute(
          """
          const probe = document.createElement('p'), found = [];
          document.querySelector('#cs-screen').append(probe);
          for (const look of ['success', 'warning', 'failure', 'destructive', 'secondary']) {
            probe.className = look;
            found.push(getComputedStyle(probe, '::before').content.split(' /')[0]);
          }
          probe.remove();
          return found;
          """, as: [String].self)
        #expect(signs == [#""✓ ""#, #""▲ ""#, #""! ""#, #""× ""#, "none"])
        let chosen = try await browser.execute(
          """
          return look({role: 'cell', identifier: 'one', label: 'One', isSelected: true}, {}).attributes['aria-current'];
          """, as: String.self)
        #expect(chosen == "true")
        #expect(try await alert.find(".destructive").name == "Sign out")
      }
    }

    @Test("are dark or light, as the person prefers")
    func schemes() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, _ in
        let body = try await browser.find("body")
        try await browser.prefer(.light)
        #expect(try await body.style("background-color") == "rgba(244, 245, 247, 1)")
        #expect(try await body.style("color") == "rgba(26, 29, 33, 1)")
        try await browser.prefer(.dark)
        #expect(try await body.style("background-color") == "rgba(19, 21, 24, 1)")
        #expect(try await body.style("color") == "rgba(233, 235, 238, 1)")
      }
    }

    @Test("have landmarks, one main heading that names the app, and a title that does")
    func landmarks() async throws {
      try await DebugPageTests.open("SampleOnboarding") { browser, _ in
        try await browser.waitForText("SampleOnboarding", in: "h1")
        #expect(try await browser.title == "SampleOnboarding · CleanSlate")
        #expect(try await browser.find("main").role == "main")
        #expect(try await browser.find("header").role == "banner")
        #expect(try await browser.find("#cs-tabs").role == "tablist")
        #expect(try await browser.find("#cs-status").role == "status")
        #expect(try await browser.find("main section").name == "Screen")
        var names: [String] = []
        for tab in try await browser.findAll("[role=tab]") {
          try await tab.click()
          let open = try await browser.findAll("[role=tabpanel]:not([hidden])")
          #expect(open.count == 1)
          names.append(try await open[0].name)
          #expect(try await open[0].role == "tabpanel")
        }
        #expect(
          names == ["Recorder", "Elements", "Reset", "Clock", "Receipt", "Leaks", "Data", "Network", "Log"])
        #expect(try await browser.url.contains("#token="))
      }
    }
  }
}
