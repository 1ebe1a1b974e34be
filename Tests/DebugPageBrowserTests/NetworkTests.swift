import BrowserSupport
import ControlProtocol
import Testing

extension DebugPageTests {
  @Suite("The network on the debug page") struct Network {
    @Test("shows requests as they happen, and answers the next one in another way")
    func requests() async throws {
      let fromServer = ["--catalog-url", "https://kitchen.example/menu.json", "--open", "storefront://shop"]
      try await DebugPageTests.open("SampleShop", fromServer) { browser, _ in
        try await browser.openTab("network")
        try await browser.waitForText("1 request kept since the reset", in: "#cs-network-count")
        try await browser.waitForText("would leave this machine", in: "#cs-network-list")
        try await browser.click("#cs-network-list button")
        try await browser.find("#cs-network-status").type("503")
        try await browser.click("#cs-network-once")
        try await browser.waitForText("GET /menu.json: 503, once", in: "#cs-network-routes")
        try await browser.click("#cs-screen #retry")
        try await browser.waitForText("503 by GET /menu.json", in: "#cs-network-list")
        try await browser.waitForText("The server answered with status 503.", in: "#cs-screen")
        try await browser.click("#cs-network-lose")
        try await browser.click("#cs-screen #retry")
        try await browser.waitForText("the connection was lost", in: "#cs-screen")
        try await browser.click("#cs-network-remove")
        try await browser.waitForText("go to their servers", in: "#cs-network-strict")
        let count = try await browser.find("#cs-network-count").text
        #expect(count == "no requests kept since the reset, or since all routes were removed")
        try await browser.find("#cs-network-target").clear()
        try await browser.find("#cs-network-target").type("GET menu")
        try await browser.click("#cs-network-always")
        try await browser.waitForText("is no address of a request", in: "#cs-note")
        // A browser notes each refusal.
        #expect(try await browser.takeConsoleErrors().count == 1)
      }
    }

    @Test("refuses in words a status that is no number")
    func mistypedStatus() async throws {
      try await DebugPageTests.open("SampleShop", console: false) { browser, sample in
        try await browser.openTab("network")
        try await browser.find("#cs-network-target").type("GET /menu.json")
        try await browser.find("#cs-network-status").type("5o3")
        try await browser.click("#cs-network-once")
        try await browser.waitForText("status", in: "#cs-note")
        #expect(try await browser.find("#cs-note").attribute("class") == "bad")
        #expect(try await sample.network().routes.isEmpty)
        // What others set draws nothing.
        try await sample.ask("POST", "/network", #"{"to":"GET /menu.json","status":503}"#)
        try await browser.waitForText("GET /menu.json: 503", in: "#cs-network-routes")
      }
    }

    @Test("gives and takes away answers again when a recording is replayed")
    func replay() async throws {
      try await DebugPageTests.open("SampleShop", ["--open", "storefront://shop"]) { browser, sample in
        try await browser.openTab("recorder")
        try await browser.click("#cs-record")
        try await browser.waitForText("Stop recording (0)", in: "#cs-record")
        try await browser.openTab("network")
        try await browser.find("#cs-network-target").type("GET /menu.json")
        try await browser.click("#cs-network-always")
        try await browser.waitForText("GET /menu.json: 200", in: "#cs-network-routes")
        try await browser.click("#cs-network-remove")
        try await browser.waitForText("go to their servers", in: "#cs-network-strict")
        try await browser.openTab("recorder")
        try await browser.waitForText("Stop recording (2)", in: "#cs-record")
        try await browser.click("#cs-record")
        try await browser.click("#cs-replay")
        try await browser.waitForText("All 3 steps passed.", in: "#cs-note")
        let network = try await sample.network()
        #expect(network.routes.isEmpty && !network.isStrict)
      }
    }
  }
}
