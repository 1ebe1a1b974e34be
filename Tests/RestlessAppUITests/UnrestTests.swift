#if DEBUG
import AppDriver
import ControlProtocol
import TestSupport
import Testing

@Suite("Resets of an app that other threads, tasks and actors change meanwhile", .serialized)
struct UnrestTests {
  @Test(
    "neither end it nor find a leak, however often it is changed",
    arguments: [("constant", 100), ("each-millisecond", 100), ("none", 20)])
  func resets(pace: String, short: Int) throws {
    let effort = try Effort()
    let app = App("RestlessApp")
    try app.launch()
    let process = try #require(app.processIdentifier)
    try app.cells[pace].tap()
    var objects: [Int] = []
    var microseconds: [Double] = []
    for round in 1...effort.rounds(short) {
      let receipt = try #require(try app.reset())
      try #require(receipt.isClean, "reset \(round): \(receipt)")
      microseconds += receipt.steps.filter { $0.name == "rememberObjects" }.map {
        Double($0.nanoseconds) / 1_000
      }
      if round % max(1, effort.rounds(short) / 20) == 0 {
        objects.append(try app.objects().counts.values.reduce(0, +))
      }
    }
    #expect(app.processIdentifier == process, "it was one process all the time")
    #expect(objects.allSatisfy { (4_000...8_000).contains($0) }, "\(objects)")
    let walks = microseconds.sorted()
    effort.report(
      """
      \(walks.count) resets with changes \(pace), \(objects.min() ?? 0) to \(objects.max() ?? 0) objects, \
      0 crashes, 0 leaks, walks of \(Int(walks[walks.count / 2])) µs, \(Int(walks[walks.count * 99 / 100])) at most in 99 of 100
      """)
  }

  @Test("find what does leak", arguments: ["none", "each-millisecond", "constant"])
  func leaks(pace: String) throws {
    let effort = try Effort()
    let app = App("RestlessApp")
    try app.launch()
    try app.cells[pace].tap()
    for _ in 0..<effort.rounds(10) {
      try app.cells["forget"].tap()
      let receipt = try #require(try app.reset())
      #expect(receipt.leaks.map(\.lines) == [Self.keepsake("keepsake")])
      try app.cells["let-go"].tap()
      #expect(try #require(try app.reset()).leaks == [])
    }
  }

  @Test(
    "find what leaks behind a lock that others take and give back all the time, or say that they could not have it"
  )
  func leaksBehindLock() throws {
    let effort = try Effort()
    let app = App("RestlessApp")
    try app.launch()
    try app.cells["constant"].tap()
    var (foundCount, refusedCount) = (0, 0)
    for _ in 0..<effort.rounds(10) {
      try app.cells["forget-behind-lock"].tap()
      let receipt = try #require(try app.reset())
      if receipt.notLookedInto.contains(where: { $0.hasPrefix("what a lock guards that another thread has") })
      {
        refusedCount += 1
      } else {
        #expect(
          receipt.leaks.map(\.lines) == [
            Self.keepsake("meadow -> Meadow -> chest -> Chest -> content.keepsakes[0]")
          ])
        foundCount += receipt.leaks.count
      }
      try app.cells["let-go"].tap()
      #expect(try #require(try app.reset()).leaks == [])
    }
    #expect(foundCount > 0)
    effort.report(
      "of \(effort.rounds(10)) leaks behind a busy lock \(foundCount) found, \(refusedCount) said to be out of sight"
    )
  }

  private static func keepsake(_ path: String) -> String {
    """
    Keepsake: RestlessSession.\(path) -> Keepsake
    held from outside by 1 strong reference
    """
  }
}

extension LeakRecord {
  /// The record as it is compared, without the generation.
  fileprivate var lines: String { (["\(type): \(name)"] + holders).joined(separator: "\n") }
}
#endif
