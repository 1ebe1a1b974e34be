import BrowserSupport
import Foundation
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

/// The report in a browser.
@Suite("The page of the report", .inTurns, .needsBrowser)
struct ReportPageTests {
  /// A run with tests of each outcome, one of which has a trace.
  private static func sample() throws -> SampleRun {
    let run = try SampleRun()
    try run.add(
      "Shop.BasketTests/basket()", "failed", message: "Expected 2 in the basket, found 1.", trace: "1.jsonl")
    try run.add("Shop.BasketTests/menu()", "passed", seconds: 4, date: 1)
    try run.add("Account.SignInTests/signsIn()", "failed", app: "SampleAccount", message: "busy", date: 2)
    try run.add("Account.SignInTests/signsIn()", "passed", app: "SampleAccount", date: 3)
    try run.add(
      "Account.SignInTests/leaks()", "failed", app: "SampleAccount", leaks: 1, message: "leaked: Cart",
      date: 4)
    try run.add("Account.SignInTests/cases(_:)", "passed", app: "SampleAccount", isCase: true, date: 5)
    try run.add(
      "Account.SignInTests/cases(_:)", "failed", app: "SampleAccount", isCase: true, message: "no", date: 6)
    try run.write(SampleRun.trace("Shop.BasketTests/basket()"), to: "1.jsonl")
    return run
  }

  /// Opens the page, and expects at the end that the console holds no error.
  private func open(
    _ run: SampleRun? = nil, _ address: String = "", _ body: (Browser) async throws -> Void
  ) async throws {
    let run = try run ?? Self.sample()
    #expect(run.report().status == 0)
    try await Browser.use { browser in
      try await browser.open("file://\(run.page)\(address)")
      try await body(browser)
      #expect(try await browser.takeConsoleErrors() == [])
    }
  }

  private func text(_ browser: Browser, _ css: String) async throws -> String {
    try await browser.find(css).property("textContent", as: String.self)
  }

  private func rows(_ browser: Browser) async throws -> [String] {
    try await browser.execute(
      "return [...document.querySelectorAll('#cs-list [role=option]')].map(each => each.children[0].textContent + ' ' + each.children[1].textContent)",
      as: [String].self)
  }

  @Test("sums up the run, and filters it by outcome, app, suite and text")
  func filters() async throws {
    try await open { browser in
      #expect(
        try await text(browser, "#cs-facts")
          == "6 tests in 4.01 s: 2 passed, 3 failed, 1 flaky, 1 slow, 1 leaking. "
          + "7 launches took 28.00 ms (4.00 ms each), 14 resets took 7.00 ms (0.50 ms each): "
          + "0.9% of the 4.01 s of these tests."
      )
      #expect(
        try await rows(browser) == [
          "failed BasketTests basket()", "failed SignInTests leaks()",
          "failed SignInTests cases(_:) (case 2)",
          "flaky SignInTests signsIn()", "passed BasketTests menu()", "passed SignInTests cases(_:) (case 1)",
        ])
      for (field, value, expected) in [
        ("#cs-outcome", "flaky", ["flaky SignInTests signsIn()"]),
        ("#cs-outcome", "slow", ["passed BasketTests menu()"]),
        ("#cs-outcome", "leaking", ["failed SignInTests leaks()"]),
        ("#cs-app", "SampleShop", ["failed BasketTests basket()", "passed BasketTests menu()"]),
        ("#cs-suite", "Shop.BasketTests", ["failed BasketTests basket()", "passed BasketTests menu()"]),
      ] {
        try await browser.click("\(field) option[value='\(value)']")
        #expect(try await rows(browser) == expected, "\(value)")
        #expect(try await text(browser, "#cs-count").hasSuffix(" of 6 tests"))
        try await browser.click("\(field) option[value='']")
      }
      // What failed says it in its message.
      try await browser.find("#cs-text").type("CART")
      #expect(try await rows(browser) == ["failed SignInTests leaks()"])
    }
  }

  @Test("sums up what the run says of each test, those that had no app among them, as the run does")
  func verdicts() async throws {
    let run = try SampleRun()
    try run.add("M.S/flaky()", "failed", message: "wrong")
    try run.add("M.S/flaky()", "passed", date: 1)
    try run.add("M.S/beside()", "passed")
    try run.add("M.S/cases(_:)", "passed", isCase: true)
    try run.add("M.S/cases(_:)", "passed", isCase: true)
    var cases = TestResult(
      test: TestIdentity(
        framework: .swiftTesting, id: "M.S/cases(_:)", name: "cases(_:)"))
    cases.state = .passed
    let results = try SampleRun.results() + [cases]
    try RunRecord(
      commit: nil, run: "run", shard: Shard(number: 1, total: 1), filter: [], listed: [], results: results,
      timings: [:], complaints: [], seconds: 1
    ).write(in: run.results)
    let said = SummaryText(
      results: TestResults(finished: results), folder: "", seconds: 1, command: "")
    #expect(
      said.text.hasSuffix(
        "7 tests in 1 s: 2 passed, 1 flaky, 1 failed, 1 skipped, 1 broken off, 1 not run.\n"))
    try await open(run, "#test=M.C/testSkips") { (browser: Browser) async throws -> Void in
      #expect(
        try await text(browser, "#cs-facts").hasPrefix(
          "7 tests in 510.0 ms: 2 passed, 1 failed, 1 flaky, 1 broken off, 1 skipped, 1 not run. "))
      #expect(try await rows(browser).count == 8, "each case has a row")
      #expect(try await text(browser, "#cs-failures").contains("Why it was skipped"))
      #expect(try await text(browser, "#cs-failures").contains("No app was lent to this test"))
      #expect(try await text(browser, "#cs-test-facts") == "skipped · M · 0.0 ms")
      #expect(try await browser.accessibilityFindings() == [])
    }
  }

  @Test(
    "begins with the test that is to be opened, and says what the app's clock shows where it stands still")
  func opensAndClock() async throws {
    let run = try Self.sample()
    let trace = try SampleRun.trace("Account.SignInTests/signsIn()").replacing(
      #""screen":1}"#, with: #""screen":1,"clock":"2026-12-31T23:59:00.000Z"}"#)
    try run.write(trace, to: "2.jsonl")
    try run.add("Account.ClockTests/clock()", "failed", trace: "2.jsonl", date: 9)
    _ = run.report(["--open", "Account.ClockTests/clock()"], ["PATH": "/nowhere"])
    try await Browser.use { (browser: Browser) async throws -> Void in
      try await browser.open("file://\(run.page)")
      #expect(try await text(browser, "#cs-test-title") == "ClockTests clock()")
      #expect(
        try await browser.execute(
          "return [...document.querySelectorAll('#cs-steps [role=option]')].map(each => each.children[2].textContent.split(',')[0])",
          as: [String].self) == [
            "", "0.5 ms", "clock at 2026-12-31 23:59:00", "", "clock at 2026-12-31 23:59:00", "clock runs",
          ])
      for _ in 1...3 { try await browser.click("#cs-previous") }
      #expect(try await text(browser, "#cs-step-text").hasSuffix(", 0.3 ms, clock at 2026-12-31 23:59:00"))
      #expect(try await browser.takeConsoleErrors() == [])
      try await browser.keepPicture("report-clock")
    }
  }

  @Test("goes through the timeline of a test, with the screen before and after, and marks what changed")
  func timeline() async throws {
    try await open { browser in
      #expect(try await text(browser, "#cs-test-title") == "BasketTests basket()")
      #expect(try await text(browser, ".failure pre") == "Expected 2 in the basket, found 1.")
      #expect(try await text(browser, ".failure [aria-current]").contains("Basket: 2"))
      #expect(
        try await browser.execute(
          "return [...document.querySelectorAll('#cs-steps [role=option]')].map(each => each.children[1].textContent)",
          as: [String].self) == [
            "Start Test", "Find SampleShop on a clean slate", "Tap \"add\": button \"add\"",
            "40 steps left out",
            "Look at the screen: text \"basket\" (then the failure)",
            "Tap \"gone\": button \"gone\" (failed: There is no button \"gone\".)",
          ])
      // It begins where it went wrong last.
      #expect(try await text(browser, "#cs-step-text").hasPrefix("Step 45: "))
      #expect(try await text(browser, "#cs-before").contains("Basket: 1"))
      #expect(try await text(browser, "#cs-after").contains("Nobody is there."))
      // What happened between, nobody knows.
      for part in ["before", "after"] {
        try await browser.click("#cs-previous")
        #expect(try await text(browser, "#cs-\(part)") == "Nothing was on the screen, or nobody knows what.")
        #expect(try await text(browser, "#cs-after-title") == "After")
        #expect(try await text(browser, "#cs-changes") == "The screen before or after it is not known.")
      }
      try await browser.click("#cs-previous")
      #expect(try await text(browser, "#cs-step-text") == "Step 3: Tap \"add\", button \"add\", 0.3 ms")
      #expect(try await text(browser, "#cs-before .changed") == "Basket: 0")
      #expect(
        try await browser.execute(
          "return [...document.querySelectorAll('#cs-after .changed')].map(each => each.textContent)",
          as: [String].self) == ["Basket: 1"])
      #expect(try await text(browser, "#cs-after-title") == "After: 1 change marked")
      #expect(try await text(browser, "#cs-source [aria-current]").contains("tap()"))
      try await browser.click("#cs-changes-title")
      #expect(try await text(browser, "#cs-changes del") == "− text \"basket\" Basket: 0")
      #expect(try await text(browser, "#cs-changes ins") == "+ text \"basket\" Basket: 1")
      for (tab, content) in [
        ("log", "tap button \"add\""), ("requests", "The app has asked no server for anything."),
        ("tree", "button \"add\" Add"),
        ("receipts", "leaked: Basket (shop.basket)late: descriptor /tmp/index"),
        ("output", "the menu was loaded"), ("attachments", "Save screen.txt"),
      ] {
        try await browser.click("#cs-\(tab)-title")
        #expect(try await text(browser, "#cs-\(tab)").contains(content))
        #expect(try await browser.findAll("[role=tabpanel]:not([hidden])").count == 1)
      }
    }
  }

  @Test("has the app's requests in the timeline, and in a list with all that was sent")
  func requests() async throws {
    let run = try Self.sample()
    let trace = try SampleRun.trace("Shop.BasketTests/basket()")
    try run.write(trace.replacing(SampleRun.end(), with: SampleRun.requests + SampleRun.end()), to: "1.jsonl")
    try await open(run, "#test=Shop.BasketTests%2Fbasket()&step=r1") {
      (browser: Browser) async throws -> Void in
      #expect(
        try await browser.execute(
          "return [...document.querySelectorAll('#cs-steps [role=option]')].slice(2, 6).map(each => each.children[1].textContent.trim())",
          as: [String].self) == [
            "Tap \"add\": button \"add\"",
            "GET https://kitchen.example/menu.json: failed: Nothing answers GET https://kitchen.example/menu.json.",
            "POST https://kitchen.example/orders: 201 by POST /orders", "40 steps left out",
          ])
      #expect(
        try await text(browser, "#cs-step-text")
          == "Request: GET https://kitchen.example/menu.json, failed: Nothing answers GET https://kitchen.example/menu.json., 0.0 ms"
      )
      #expect(try await text(browser, "#cs-after").contains("Basket: 1"))
      try await browser.click("#cs-requests-title")
      #expect(try await browser.findAll("#cs-requests details[open]").count == 1)
      #expect(
        try await text(browser, "#cs-requests [open]").contains("70000 bytes that are no text, or too many"))
      try await browser.click("#cs-next")
      let link = try await browser.find("#cs-link").attribute("href")
      #expect(link == "#test=Shop.BasketTests%2Fbasket()&step=r2")
      let shown = try await text(browser, "#cs-requests [open]")
      for part in [
        "0.8 ms after the test began, took 0.1 ms, the app's clock was at 2026-12-31 23:59:00",
        "Authorization", "(blanked)", "X-Table", #"{"dish":"<b>ramen</b>"}"#, "X-Order", "thanks",
      ] {
        #expect(shown.contains(part), "\(part)")
      }
      for size in [WindowSize.desktop, WindowSize(width: 390, height: 844)] {
        try await browser.resize(to: size)
        for scheme in ColourScheme.allCases {
          try await browser.prefer(scheme)
          let (findings, overflow) = try await (
            browser.accessibilityFindings(), browser.horizontalOverflow()
          )
          #expect(findings == [] && overflow == 0, "\(size), \(scheme)")
        }
        try await browser.keepPicture("report-requests-\(size.width)")
      }
    }
  }

  @Test("has a link that leads to a test and a step, and shows each attempt of a flaky test")
  func links() async throws {
    let run = try Self.sample()
    try await open(run, "#test=Shop.BasketTests%2Fbasket()&step=3") { browser in
      #expect(try await text(browser, "#cs-step-text").hasPrefix("Step 3: "))
      let link = try await browser.find("#cs-link").attribute("href")
      #expect(link == "#test=Shop.BasketTests%2Fbasket()&step=3")
      try await browser.execute(
        "location.hash = 'test=' + encodeURIComponent('Account.SignInTests/cases(_:)~2')")
      try await browser.waitForText("SignInTests cases(_:) (case 2)", in: "#cs-test-title")
      try await browser.execute(
        "location.hash = 'test=' + encodeURIComponent('Account.SignInTests/signsIn()')")
      try await browser.waitForText("busy", in: "#cs-failures")
      try await browser.execute("document.querySelector('#cs-failures button:nth-child(2)').focus()")
      try await browser.press(.enter)
      let pressed = try await browser.focused.attribute("aria-pressed")
      #expect(pressed == "true")
      #expect(try await text(browser, "#cs-failures").contains("No trace was kept of this test: it passed."))
      let url = try await browser.url
      #expect(url.hasSuffix("&attempt=2"))
      // Nothing of the test before stands below what an unknown address is told.
      let parts = [
        "#cs-status", "#cs-test-facts", "#cs-failures", "#cs-trace", "#cs-list [aria-selected=true]",
      ]
      for (address, title, left) in [
        (link ?? "", "BasketTests basket()", parts[1...]),
        ("#test=none", "The test of the address is not in this report", parts[..<1]),
        (link ?? "", "BasketTests basket()", parts[1...]),
      ] {
        try await browser.execute("location.hash = '\(address)'")
        try await browser.waitForText(title, in: "#cs-test-title")
        let told = try await browser.execute(
          "return arguments[0].filter(css => document.querySelector(`${css}:not([hidden]):not(:empty)`))",
          .array(parts.map { .string($0) }), as: [String].self)
        #expect(told == Array(left), "\(address)")
      }
    }
  }

  @Test("breaks no rule of accessibility, in light and dark, on a desk and on a telephone")
  func looks() async throws {
    try await open { browser in
      let tabs = ["source", "changes", "log", "requests", "tree", "receipts", "output", "attachments"]
      let found = try await browser.findingsInAllLooks(of: "report", parts: tabs) {
        try await browser.click("#cs-\($0)-title")
      }
      #expect(found == [])
    }
  }

  @Test("is led through by the keyboard alone, with a mark on each stop")
  func keyboard() async throws {
    try await open { browser in
      let stops = try await browser.walkWithTab()
      #expect(try await browser.findAll("[role=option][tabindex='0']").count == 2)
      #expect(stops.filter { !$0.isMarked }.map(\.element) == [])
      #expect(TabStop.outOfOrder(stops) == [])
      let back = try await browser.walkWithTab(backwards: true)
      #expect(back.reversed().map(\.element) == stops.map(\.element))
      // A list is one stop, within which the arrows lead on.
      try await browser.execute("document.querySelector('#cs-list [aria-selected=true]').focus()")
      try await browser.press(.down)
      #expect(try await text(browser, "#cs-test-title") == "SignInTests leaks()")
      try await browser.press(.up)
      try await browser.execute("document.querySelector('#cs-steps [aria-selected=true]').focus()")
      try await browser.press(.home)
      #expect(try await text(browser, "#cs-step-text") == "Step 1: Start Test")
      try await browser.execute("document.querySelector('#cs-source-title').focus()")
      try await browser.press(.right)
      let focused = try await browser.focused.attribute("id")
      #expect(focused == "cs-changes-title")
      let roles = try await [
        browser.find("#cs-list").role, browser.find("#cs-list [aria-selected=true]").role,
      ]
      #expect(roles == ["listbox", "option"])
    }
  }

  @Test("takes nothing that a test or a screen says for markup")
  func hostile() async throws {
    let run = try SampleRun()
    let name = "M.S/</script><script>document.title='got'</script><img src=x onerror=document.title='got'>"
    try run.add(name, "failed", message: "</script><b id=got>", trace: "1.jsonl")
    let trace = try SampleRun.trace(name, message: "<b id=got></script><script>document.title='got'</script>")
    try run.write(trace.replacing("Nobody is there.", with: "</script><b id=got>"), to: "1.jsonl")
    try await open(run) { browser in
      let title = try await browser.title
      let strangers = try await browser.findAll("#got, img").count
      #expect(title == "Test report" && strangers == 0)
      #expect(try await text(browser, "#cs-after").contains("</script><b id=got>"))
      #expect(try await text(browser, "#cs-test-title").contains("</script><script>"))
    }
  }

  @Test("says once what resets have found that fails no test, and with which tests")
  func remarks() async throws {
    let run = try SampleRun()
    let late = #"["Late, and no leak: thread <b>late</b>"]"#
    for name in ["M.S/one()", "M.S/two()"] { try run.add(name, "passed", remarks: late) }
    try run.add("M.S/three()", "passed")
    try await open(run) { browser in
      try await browser.click("#cs-remarks summary")
      #expect(
        try await text(browser, "#cs-remark-list")
          == "Late, and no leak: thread <b>late</b> (SampleShop S one(), and 1 more)")
    }
  }

  @Test("says what could not be read, and shows what could")
  func badTraces() async throws {
    let run = try SampleRun()
    try run.add("M.S/cut()", "failed", message: "wrong", trace: "cut.jsonl")
    let trace = try SampleRun.trace("M.S/cut()")
    let lines = trace.prefix(trace.count / 2).split(separator: "\n").map(String.init)
    let bad = ["null", "{}", #"{"kind":"request","at":7}"#, #"{"kind":"screen","number":1}"#]
    try run.write((lines.prefix(1) + bad + lines.dropFirst()).joined(separator: "\n"), to: "cut.jsonl")
    try await open(run) { (browser: Browser) async throws -> Void in
      #expect(try await text(browser, "#cs-problems").contains("cut.jsonl is cut off after line"))
      #expect(try await text(browser, "#cs-test-note").contains("in the trace: line 2, 3, 4, 5, "))
      #expect(try await text(browser, "#cs-steps").contains("Tap \"add\""))
    }
  }

  @Test("shows a test whose date no calendar has")
  func noDate() async throws {
    let run = try SampleRun()
    try run.add("M.S/never()", "failed", message: "wrong", date: 1 << 60)
    try await open(run) { try await $0.waitForText("wrong", in: "#cs-failures") }
  }

  @Test("opens hundreds of tests, each with a trace")
  func many() async throws {
    let run = try SampleRun()
    let count = try Effort().rounds(200)
    for number in 0..<count {
      try run.write(SampleRun.trace("M.Suite\(number % 40)/test\(number)()"), to: "\(number).jsonl")
    }
    let list = try (0..<count).map { number in
      let id = "M.Suite\(number % 40)/test\(number)()"
      return try """
      {"kind":"test","version":3,"test":\(SampleRun.test(id, app: "SampleShop")),"date":\(number),\
      "summary":\(SampleRun.summary(number % 3 == 0 ? "failed" : "passed")),"message":"no","trace":"\(number).jsonl"}
      """
    }
    try run.write(list.joined(separator: "\n") + "\n", to: "tests.jsonl")
    try await open(run) { browser in
      let milliseconds = try await browser.execute(
        "return performance.getEntriesByType('navigation')[0].loadEventEnd", as: Double.self)
      print("A report of \(count) tests opens in \(Int(milliseconds)) ms.")
      #expect(milliseconds > 0)
      #expect(try await rows(browser).count == count)
      try await browser.find("#cs-text").type("test199()")
      #expect(try await rows(browser) == ["passed Suite39 test199()"])
    }
  }
}
