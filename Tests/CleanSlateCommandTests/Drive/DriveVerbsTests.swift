import ControlProtocol
import Foundation
import Processes
import Records
import TestSupport
import Testing

@testable import AppDriver
@testable import CleanSlateCommand

@Suite("cleanslate has verbs for")
struct DriveVerbsTests {
  @Test("waits, states, flags and resets")
  func slate() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      #expect(try await shell.does("wait", "checkout") == "\"checkout\" is there.\nScreen: basket\n")
      let missing = try await shell.run("wait", "chekout", "--timeout", "0.05")
      #expect(missing.status == .exited(1))
      #expect(
        missing.complaints
          == "cleanslate wait: There is no \"chekout\" after 50.00 ms. Nearest: \"checkout\". "
          + "The app is idle. Screen: basket.\n")
      let there = try await shell.run("wait", "#remove-voucher", "--gone", "--timeout", "0")
      #expect(
        there.complaints.contains("\"#remove-voucher\" is still there after 0 s: button #remove-voucher"))
      let waiting = try shell.begin("wait", "voucher-code", "--value", "ABC", "--timeout", "3600")
      try await shell.does("tap", "#remove-voucher")
      try await shell.does("wait", "#voucher-code", "--value", "")
      try await shell.does("type", "voucher-code", "-5")
      try await shell.does("wait", "voucher-code", "--value", "-5")
      #expect(
        try await shell.does("reply", "GET", "/x", "--text", "").hasPrefix("Answers:\n- GET /x: "),
        "the answer that was given first")
      try await shell.does("type", "voucher-code", "AB")
      try await shell.does("type", "voucher-code", "C", "--append")
      #expect(try await waiting.waitForExit() == .exited(0))
      #expect(waiting.standardOutput.text.hasSuffix("Screen: basket\n"))

      let name = "no voucher \(UUID())"
      #expect(try await shell.does("save", name) == "Saved \"\(name)\": documents 1.\n")
      #expect(try await shell.does("states").contains("\(name): documents 1\n"))
      let reset = try await shell.does("reset")
      #expect(reset.hasPrefix("The slate is clean.\nscreen #basket") && reset.contains("#remove-voucher"))
      let restored = try await shell.does("reset", "--state", name)
      #expect(restored.contains("screen #menu") && restored.contains("Basket (5) · €50.40"))
      #expect(!(try await shell.does("states", "--delete", name).contains(name)))
      let pizza = try await shell.does("reset", "--from", "pizzaMenu", "--flag", "shop.newCheckout=true")
      #expect(pizza.contains("screen #category \"Pizza\""))
      let flag = try await shell.run("reset", "--flag", "shop.newCheckout=no")
      #expect(flag.status == .exited(1) && flag.complaints.contains("shop.newCheckout"))
      let both = try await shell.run("reset", "--state", "a", "--from", "b")
      #expect(both.status == .exited(64) && both.complaints.contains("exclude each other"))
      #expect(try await shell.does("open", "storefront://shop/basket").hasSuffix("Screen: basket\n"))
      #expect(try await shell.does("log").contains("  reset  generation 4, clean, "))
      #expect(try await shell.does("leaks") == "Nothing has leaked.\n")
      let follower = try shell.begin("log", "--follow")
      try await follower.waitForOutput { $0.contains("generation 4") }
      try await shell.does("key", "esc")
      try await follower.waitForOutput { $0.hasSuffix("drawn  screen \"menu\"\n") }
      try await shell.does("stop")
      #expect(try await follower.waitForExit() == .exited(0))
      #expect(follower.standardError.text == "SampleShop has ended.\n")
    }
  }

  @Test("waits for a name that several elements have, until one is there or all are gone")
  func sharedName() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleShop", "--from", "checkoutAddress")
      #expect(
        try await shell.does("wait", "Checkout") == "\"Checkout\" is there.\nScreen: checkout-address\n")
      let there = try await shell.run("wait", "Checkout", "--gone", "--timeout", "0")
      #expect(there.complaints.contains("\"Checkout\" is still there after 0 s: "), "\(there)")
      let value = try await shell.run("wait", "Checkout", "--value", "x")
      #expect(value.status == .exited(1) && value.complaints.contains("2 elements"), "\(value)")
      let waiting = try shell.begin("wait", "Checkout", "--gone", "--timeout", "3600")
      try await shell.does("key", "esc")
      #expect(try await waiting.waitForExit() == .exited(0))
    }
  }

  @Test("keys, of which those before a refused one are named, and a log with a line for each event")
  func keys() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      let refused = try await shell.run("key", "esc", "ctrl-b", "ctrl-x", "ctrl-y")
      #expect(refused.status == .exited(1))
      #expect(
        refused.complaints.hasSuffix("Nobody listens for 'ctrl-x' here. Pressed before it: esc, ctrl-b.\n"),
        "\(refused)")
      #expect(
        try await shell.run("key", "ctrl-x").complaints.hasSuffix("Nobody listens for 'ctrl-x' here.\n"))
      try await shell.does("key", "esc")
      try await shell.does("type", "menu-search", "a\r\nb\nc")
      #expect(try await shell.does("log").contains("  action  type \"a\\nb\\nc\" into textField"))
    }
  }

  @Test(
    "a reset that keeps the data, wherever the app has begun",
    arguments: [["--from", "fullBasket"], ["--", "--from=fullBasket"]])
  func keptData(start: [String]) async throws {
    try await DriveShell.use { shell in
      try await shell.run(["run", "SampleShop"] + start)
      try await shell.does("tap", "remove-voucher")
      #expect(try await shell.does("reset", "--keep-data").contains("Basket (5) · €50.40"))
      let flag = "shop.newCheckout=true"
      #expect(try await shell.does("reset", "--keep-data", "--flag", flag).contains("€50.40"))
      #expect(try await shell.does("reset", "--keep-data", "--from", "here").contains("50.40"))
      #expect(try await shell.does("reset", "--from", "fullBasket").contains("#remove-voucher"))
    }
  }

  @Test("types what stands behind two dashes, and keeps a recording that is on")
  func dashes() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleShop", "--from", "here")
      try await shell.does("record", "start")
      #expect(try await shell.does("type", "menu-search", "-h").contains("value: \"-h\""))
      for text in ["--help", "-h"] {
        #expect(
          try await shell.does("type", "menu-search", "--", text).contains("value: \"\(text)\""))
      }
      for word in ["--help", "-h"] {
        #expect(try await shell.does("type", word).hasPrefix("USAGE: cleanslate type"))
        #expect(try await shell.does("tap", "menu-search", word).hasPrefix("USAGE: cleanslate tap"))
      }
      let again = try await shell.run("record", "start")
      #expect(again.status == .exited(1))
      #expect(
        again.complaints
          == "cleanslate record: SampleShop is being recorded already: 3 steps. 'cleanslate record stop' prints them.\n"
      )
      #expect(try await shell.does("record", "stop").contains("\"-h\""))
    }
  }

  @Test("answers in place of servers, the clock and the workbench")
  func network() async throws {
    try await DriveShell.use { shell in
      let route = #"[{"to":"GET /menu.json","status":503}]"#
      try await shell.does(
        "run", "SampleShop", "--from", "here", "--network", route, "--pause-clock-at", "2026-12-31T23:59:00Z",
        "--", "--catalog-url", "https://kitchen.example/menu.json")
      #expect(
        try await shell.does("requests") == """
          Requests:
          - GET https://kitchen.example/menu.json: status 503
          Answers:
          - GET /menu.json: answer with status 503

          """)
      let file = shell.home.root + "/menu.json"
      try Data("{}".utf8).write(to: URL(filePath: file))
      try await shell.does("reply", "GET", "/menu.json", "--file", "menu.json", "--once", "--delay", "0.5")
      try await shell.does("tap", "retry")
      #expect(
        try await shell.does("clock", "advance", "1m").hasPrefix(
          "The clock shows 2027-01-01T00:00:00.000Z and stands still.\nscreen #menu-error"))
      #expect(try await shell.does("screen").contains("The menu cannot be read"))
      #expect(try await shell.does("clock") == "The clock shows 2027-01-01T00:00:00.000Z and stands still.\n")
      #expect(try await shell.does("requests", "--clear") == "The app has asked for nothing.\n")
      try await shell.does("reply", "GET", "/other", "--text", "")
      try await shell.does("tap", "retry")
      let reset = try await shell.does("reset")
      #expect(
        reset.hasPrefix(
          "The slate is clean.\nUntil the reset, the app was left without an answer:\n- Nothing answers GET https://kitchen"
        ),
        "\(reset)")
      for (words, complaint) in [
        (["reply", "GET", "/", "--fails", "x"], "'x' is no reason to fail; there are cannotConnect, "),
        (["reply", "GET", "/", "--status", "x"], "'x' is no status: expected a number from 200 to 599."),
        (
          ["reply", "GET", "/", "--text", "x", "--fails", "offline"],
          "'--text' and '--fails' exclude each other."
        ),
        (
          ["reply", "GET", "/", "--header", "Set-Cookie: a=1", "--header", "set-cookie: b=2"],
          "The header field 'set-cookie' is given more than once."
        ),
        (["clock", "advance", "soon"], "Expected 'clock advance TIME'"),
        (["clock", "advance", "1e308d"], "Expected 'clock advance TIME'"),
        (["clock", "advance", "-5"], "Expected 'clock advance TIME'"),
        (["record", "on"], "Expected 'cleanslate record start' or 'cleanslate record stop'."),
        (["record", "start", "--name", "x"], "'--name' belongs to 'cleanslate record stop'"),
        (["record", "stop", "--name", "42 日本"], "'42 日本' is no name for a type: one begins with a letter"),
        (["stop", "--all", "--app", "SampleShop"], "'--all' and '--app' exclude each other."),
        (["reset", "--keep-data", "--state", "x"], "'--keep-data' and '--state' exclude each other"),
        (
          ["reset", "--keep-data", "--from", "fullBasket"],
          "'--keep-data' and '--from fullBasket' exclude each other"
        ),
        (
          ["run", "SampleShop", "--state", "x", "--", "--from", "fullBasket"],
          "'--state' and '--from fullBasket' exclude each other"
        ),
        (["run", "SampleShop", "--state", "x", "--", "--from=fullBasket"], "exclude each other"),
        (["clock", "pause", "2026-02-30T00:00:00Z"], "Expected 'clock pause TIME'"),
        (
          ["run", "SampleShop", "--from", "here", "--from", "fullBasket"], "'--from' is given more than once."
        ),
        (["run", "SampleShop", "--network", "alow"], "there is no such file. Did you mean 'allow'?"),
        (["run", "SampleShop", "--network", "[{"], "--network takes a JSON list of routes"),
        (["run", "SampleShop", "--", "--headless"], "cleanslate sets '--headless' itself."),
        (["run", "SampleShop", "--", "--control-port"], "--control-port needs a value"),
        (["run", "SampleShop", "--", "--pause-clock-at=noon"], "it has 'noon'."),
      ] {
        let outcome = try await shell.run(words)
        #expect(
          outcome.status == .exited(64) && outcome.complaints.contains(complaint), "\(outcome.complaints)")
      }
      let (browser, page) = (shell.home.root + "/browser", shell.home.root + "/page")
      try ExecutableScript.write(
        "#!/bin/sh\nshift; cp \"${1#file://}\" '\(page).new'; mv '\(page).new' '\(page)'\n", to: browser)
      let browsers = "/nowhere/browser:\(browser) --new-window"
      let address = try await shell.run(["browse"], more: ["BROWSER": browsers])
      #expect(address.text.hasPrefix("http://127.0.0.1:"), "\(address.complaints)")
      #expect(await Waiting.until { FileManager.default.fileExists(atPath: page) })
      #expect(try String(contentsOfFile: page, encoding: .utf8).contains("url=\(address.lines[0])\""))
      try FileManager.default.removeItem(atPath: page)
      _ = try await shell.run(["browse"], more: ["BROWSER": "\(browser) --url=%s %s"])
      #expect(await Waiting.until { FileManager.default.fileExists(atPath: page) }, "in place of %s")
      let appPage = try await shell.does("browse", "--app-page", "--print")
      #expect(appPage == address.lines[0].replacing("/#", with: "/app#") + "\n")
    }
  }

  @Test("a recording without a name gets one that the package does not have yet")
  func freeName() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleAccount", "--from", "here")
      func write(_ file: String) throws {
        let url = URL(filePath: shell.home.root).appending(path: file)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("// Swift\n".utf8).write(to: url)
      }
      try write("Package.swift")
      let nothing = try await shell.run("record", "stop")
      #expect(
        nothing.complaints.contains("Nothing is being recorded. Begin with 'cleanslate record start'."))
      try await shell.does("record", "start")
      try await shell.does("type", "email", "ada@")
      #expect(try await shell.does("record", "stop").contains("\nstruct RecordedJourney {"))
      try write("Tests/SampleAccountUITests/RecordedJourney.swift")
      let again = try await shell.run("record", "stop")
      #expect(again.text.contains("\nstruct RecordedJourney2Tests {"))
      #expect(
        again.complaints.hasPrefix("Nothing is being recorded: this is once more what was recorded last.\n"))
      #expect(
        try await shell.does("record", "stop", "--name", "Recorded").contains("\nstruct RecordedTests {"))
    }
  }

  @Test("a recording of fields that are left, and of one that is filled in again")
  func recordedFields() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "SampleAccount", "--from", "here")
      try await shell.does("record", "start")
      #expect(try await shell.does("type", "email", "ada@", "--enter").contains("#email-problem"))
      try await shell.does("type", "email", "ada@example.com")
      try await shell.does("type", "password", "abc")
      try await shell.does("tap", "email")
      let test = try await shell.does("record", "stop")
      let calls = test.matches(of: /\.((?:type|tap|replace)[A-Z][a-z]+\([^)]*\))\n/).map { String($0.1) }
      #expect(
        calls == [
          #"typeEmail("ada@")"#, "tapPassword()", #"replaceEmail("ada@example.com")"#,
          #"typePassword("abc")"#, "tapEmail()",
        ],
        "\(test)")
    }
  }

  /// What is recorded here is a test of SampleShopUITests, which is compiled and run with all others.
  @Test("a recording, which is a test")
  func recording() async throws {
    try await DriveShell.use { shell in
      let none = try await shell.run("record", "stop")
      #expect(none.status == .exited(69))
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      let early = try await shell.run("record", "stop")
      #expect(
        early.status == .exited(1) && early.complaints.contains("Begin with 'cleanslate record start'."))
      try await shell.does("record", "start")
      try await shell.does("tap", "remove-voucher")
      try await shell.does("type", "voucher-code", "WELCOME10")
      try await shell.does("tap", "apply-voucher")
      let recorded = try await shell.run("record", "stop", "--name", "RecordedVoucher")
      #expect(recorded.complaints == "4 steps, for Tests/SampleShopUITests/RecordedVoucherTests.swift.\n")
      let again = try await shell.does("record", "stop", "--name", "a b\"c&d=é")
      #expect(again.contains("WELCOME10"))
      let file = URL(filePath: "\(#filePath)").appending(
        path: "../../../SampleShopUITests/RecordedVoucherTests.swift")
      #expect(try recorded.text == String(contentsOf: file.standardizedFileURL, encoding: .utf8))
    }
  }

  @Test("leaks, which are no success")
  func leaks() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "LeakyApp")
      let screen = try await shell.does("screen")
      #expect(screen.contains("    … 15 more: cleanslate screen --all\n"))
      #expect(screen.hasSuffix("\n… 8 more lines: cleanslate screen --all\nScreen: leaky\n"), "\(screen)")
      let (whole, json) = (try await shell.does("screen", "--all"), try await shell.does("screen", "--json"))
      #expect(whole.contains("mutex-generic-cycle") && screen.utf8.count * 10 < json.utf8.count)
      try await shell.does("tap", "file")
      let reset = try await shell.run("reset")
      #expect(reset.status == .exited(1))
      #expect(reset.text.hasPrefix("The slate is not clean:\n- leaked "), "\(reset.text)")
      let leaks = try await shell.run("leaks")
      #expect(leaks.status == .exited(1) && leaks.text.contains("forgotten.txt"), "\(leaks.text)")
    }
  }

  @Test("what could not be looked into, which is no leak")
  func unseen() async throws {
    try await DriveShell.use { shell in
      try await shell.does("run", "LeakyApp")
      try await shell.does("tap", "buffer-uncounted-clean")
      let reset = try await shell.does("reset")
      #expect(
        reset.hasPrefix(
          "The slate is clean.\nNot looked into: 1 place, which 'cleanslate leaks' names.\n"), "\(reset)")
      let leaks = try await shell.does("leaks")
      #expect(
        leaks.hasPrefix(
          "Nothing has leaked.\nNot looked into, which makes no reset unclean:\n- the elements of a UncountedTrays, "
        ),
        "\(leaks)")
    }
  }

  @Test("the app of a failed test that waits, which then goes on")
  func attach() async throws {
    try await DriveShell.use { shell in
      let none = try await shell.run("attach")
      #expect(none.status == .exited(69) && none.complaints.contains("No failed test waits with its app."))
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      #expect(try await shell.run("attach", "--app", "SampleShop").complaints.contains("belongs to no test"))
      // As the driver of the test does it, and 'cleanslate test' when that has told it.
      let record = try shell.record(of: "SampleShop")
      let client = ControlClient(path: record.socket, server: record.process)
      let begin = PauseRequest(begin: PauseNote(test: "M.S/t()", message: "no soup"))
      _ = try client.send("POST", "/pause", body: WireJSON.encode(begin), within: .patience)
      let paused = PausedTest(
        test: "M.S/t()", message: "no soup", place: "Red.swift:7", workbench: nil, socket: record.socket)
      let giveUp = try #require(AttachCommand.list(paused, in: shell.environment))
      #expect(
        try await shell.does("apps").hasSuffix("process \(record.process), of the failed test M.S/t()\n"))
      #expect(
        try await shell.does("attach").hasPrefix(
          """
          SampleShop-2 is the app of M.S/t(), which has failed at Red.swift:7 and waits:
          no soup
          'cleanslate attach --go-on' lets it go on.
          screen #basket "Basket" allowsBack

          """))
      #expect(try await shell.does("attach", "--json").contains(#""place":"Red.swift:7""#))
      #expect(
        try await shell.does("tap", "checkout", "--app", "SampleShop-2").hasSuffix(
          "Screen: checkout-address\n"))
      #expect(try client.status(within: .patience).pause != nil)
      #expect(try await shell.does("attach", "--go-on") == "M.S/t() goes on.\n")
      #expect(try client.status(within: .patience).pause == nil)
      giveUp()
    }
  }
}
