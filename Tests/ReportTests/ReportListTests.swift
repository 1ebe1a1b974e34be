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
}
