import AppDriver
import ObjectGraph
import TestSupport
import Testing

@Suite(
  "What adds up over resets that are each clean",
  .disabled(if: Sanitizer.isOn, "a sanitizer keeps freed memory for a while"), .app("LeakyApp"))
struct GrowthTests {
  private let app: App

  init() throws { app = try App.current }

  private func growth(of mistake: String, over repetitions: Int = 20) throws -> [GrowthFound.Series] {
    let found = #expect(throws: GrowthFound.self) {
      try app.assertNoGrowth(over: repetitions) {
        try app.cells[mistake].tap()
        try app.reset()
      }
    }
    return try #require(found).risen
  }

  @Test("is reported by class, with its slope")
  func objects() throws {
    let risen = try growth(of: "ledger")
    #expect(risen.map(\.unit) == [.held("Ledger.Entry")])
    #expect(risen.map(\.slope) == [1])
    #expect(risen.map(\.first) == [1])
    #expect(risen.map(\.last) == [20])
  }

  @Test("is reported as memory where no object is seen")
  func memory() throws {
    let risen = try growth(of: "hoard", over: 50)
    #expect(risen.map(\.unit) == [.memory])
    // Pages are counted, and what else the process does counts, too.
    #expect(risen.allSatisfy { (150_000...300_000).contains($0.slope) })
  }

  @Test("is reported of objects that are born and leaked between two walks")
  func forgotten() throws {
    let risen = try growth(of: "forgotten")
    #expect(risen.map(\.unit) == [.living("Knot")])
    #expect(risen.map(\.slope) == [1])
    #expect(risen.map(\.first) == [10])
    #expect(risen.map(\.last) == [20])
  }

  @Test("is nothing where formatters are made once and kept", arguments: [20, 50])
  func formatters(repetitions: Int) throws {
    // Each time in a new process, in which none is made yet.
    try app.relaunch(reason: "formatters are made once")
    try app.assertNoGrowth(over: repetitions) { try app.cells["formatters"].tap() }
  }

  @Test("is nothing where everything is let go of")
  func level() throws {
    try app.assertNoGrowth(over: 50) {
      try app.cells["weak-capture"].tap()
      try app.cells["closed-file"].tap()
    }
  }
}
