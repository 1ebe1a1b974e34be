import BrowserSupport
import Testing

@testable import CleanSlateCommand

@Suite("The list of the report", .inTurns, .needsBrowser)
struct ReportListTests {
  @Test("has the name of each test in a line of its own, where no word of it is broken")
  func names() async throws {
    let run = try SampleRun()
    try run.add("Shop.BasketTests/basket()", "failed", leaks: 1, message: "wrong")
    try run.add("Onboarding.CommandLineOptionTests/testUnknownFlag", "passed", seconds: 0.2)
    try run.add("Shop.KeptBasketTests/testLosesTheDishThatTheServerNoLongerHas", "passed", seconds: 0.2)
    #expect(run.report().status == 0)
    try await Browser.use { (browser: Browser) async throws -> Void in
      try await browser.open("file://\(run.page)")
      try await browser.resize(to: WindowSize(width: 1300, height: 900))
      let rows = try await browser.execute(
        """
        return [...document.querySelectorAll('#cs-list [role=option]')].map(row => {
          const [word, name, time] = [...row.children].map(each => each.getBoundingClientRect());
          const texts = [...row.children[1].childNodes].filter(node => node.nodeType === Node.TEXT_NODE);
          const range = document.createRange();
          const isWhole = texts.every(text => [...text.data.matchAll(/\\S+/g)].every(({index, 0: {length}}) => {
            range.setStart(text, index);
            range.setEnd(text, index + length);
            return range.getClientRects().length === 1;
          }));
          return isWhole && word.top === time.top && name.top >= time.bottom;
        })
        """, as: [Bool].self)
      #expect(rows == [true, true, true])
    }
  }

  @Test("shows each app of a test that has several, as one test")
  func severalApps() async throws {
    let run = try SampleRun()
    for (number, role) in ["ada", "ben"].enumerated() {
      try run.add(
        "Shop.FamilyTests/both()", "failed", app: "Shop\(number)", role: role, seconds: 10, message: "Off.",
        date: number)
    }
    #expect(run.report().status == 0)
    try await Browser.use { (browser: Browser) async throws -> Void in
      func text(_ css: String) async throws -> String {
        try await browser.find(css).property("textContent", as: String.self)
      }
      try await browser.open("file://\(run.page)#test=Shop.FamilyTests%2Fboth()")
      #expect(try await text("#cs-failures").contains("ada: failed"))
      #expect(try await text("#cs-failures").contains("ben: failed"))
      #expect(try await text("#cs-test-facts").contains("Shop1"))
      try await browser.click("#cs-failures button:nth-child(1)")
      #expect(try await text("#cs-test-facts").contains("Shop0"))
      #expect(try await browser.findAll("#cs-list [role=option]").count == 1)
      // Both were there during the same ten seconds.
      let facts = try await text("#cs-facts")
      #expect(facts.hasPrefix("1 test in 10.00 s: ") && facts.hasSuffix("of the 10.00 s of these tests."))
      let times = try await browser.execute(
        "return [...document.querySelectorAll('#cs-cost-tables tr > :last-child')].map(each => each.textContent)",
        as: [String].self)
      #expect(times == ["tests took", "10.00 s", "10.00 s", "tests took", "10.00 s"])
    }
  }
}
