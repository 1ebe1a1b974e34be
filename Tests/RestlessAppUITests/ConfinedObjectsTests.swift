import AppDriver
import ControlProtocol
import TestSupport
import Testing

@Suite("Resets of an app with objects that may only end on their own queue", .serialized)
struct ConfinedObjectsTests {
  @Test(
    "end none of them anywhere else, however often they come and go",
    arguments: ["birds-each-20-us", "birds-each-ms", "birds-each-10-ms"])
  func resets(pause: String) async throws { try await OwnThread.run { try reset(pause: pause) } }

  private func reset(pause: String) throws {
    let effort = try Effort()
    let app = App("RestlessApp")
    try app.launch()
    let process = try #require(app.processIdentifier)
    try app.cells[pause].tap()
    var (lateCount, birds) = (0, [Int]())
    for round in 0..<effort.rounds(100) {
      if round.isMultiple(of: 10) { birds.append(try app.objects().counts["Bird"] ?? 0) }
      let receipt = try #require(try app.reset())
      // A thread that a busy machine puts aside may hold an object for longer than a reset waits for it.
      if !receipt.isClean { lateCount += 1 }
    }
    // One look may come in the middle of a change, to what holds most of them.
    #expect(birds.sorted()[birds.count / 2] > 300, "\(birds)")
    #expect(app.processIdentifier == process, "an end elsewhere would have ended the app")
    #expect(lateCount * 50 <= effort.rounds(100), "\(lateCount) resets found something")
    let changes = try #require(Int(try app.staticTexts["bird-changes"].label))
    #expect(changes > 0)
    effort.report(
      "\(effort.rounds(100)) resets, \(pause), \(changes) changes, 0 crashes, \(lateCount) not clean")
  }
}
