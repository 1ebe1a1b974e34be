import AppDriver
import ControlProtocol
import Leaks
import TestSupport
import Testing

@Suite("Objects that a generation holds on to", .app("LeakyApp"))
struct HeldObjectsTests {
  private let app: App

  init() throws { app = try App.current }

  /// Makes a mistake, resets, and returns the report; then undoes it, and resets again.
  private func report(_ mistake: String) throws -> [String] {
    try app.cells[mistake].tap()
    let receipt = try #require(try app.reset(), "\(mistake)")
    #expect((receipt.treeBefore == nil) == receipt.isClean, "\(mistake)")
    for leak in receipt.leaks { app.knownLeak(leak.type, reason: "the test made it") }
    try app.buttons["undo"].tap()
    let after = try #require(try app.reset(), "\(mistake)")
    #expect(after.leaks.isEmpty, "\(mistake) was undone")
    return receipt.leaks.map(\.lines)
  }

  @Test("are all found, with what holds them, in many orders, and nothing besides")
  func manyOrders() throws {
    let effort = try Effort()
    var random = effort.generator("orders of mistakes")
    var wrong: [String] = []
    for _ in 0..<effort.rounds(2) {
      for planted in PlantedMistake.all.shuffled(using: &random) {
        let found = try report(planted.name)
        let different = planted.differences(from: found)
        if different != [] { wrong.append("\(planted.name): \(different)") }
      }
      for work in PlantedMistake.none.shuffled(using: &random) {
        let found = try report(work)
        if found != [] { wrong.append("\(work): \(found)") }
      }
    }
    #expect(wrong == [])
    let total = effort.rounds(2) * (PlantedMistake.all.count + PlantedMistake.none.count)
    effort.report("\(total) mistakes and clean pieces of work, \(wrong.count) reported wrongly")
  }

  @Test("are one report for one mistake, with everything that the session holds below it")
  func session() throws {
    let found = try report("whole-session")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("LeakySession") == true)
  }

  @Test("are none where they are held weakly or let go of late", arguments: PlantedMistake.none)
  func clean(work: String) throws {
    for _ in try 1...Effort().rounds(8) {
      try app.cells[work].tap()
      let receipt = try #require(try app.reset())
      #expect(receipt.isClean, "\(receipt.leaks)")
    }
  }
}

extension PlantedMistake {
  fileprivate func differences(from reports: [String]) -> [String] {
    LeakText.differences(reports.map { (LeakText($0), count: 1) }, [LeakText(report)])
  }
}
