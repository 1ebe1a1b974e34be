import AppDriver
import ControlProtocol
import Leaks
import TestSupport
import Testing

@Suite("Resets of an app that other threads, tasks and actors change meanwhile", .serialized)
struct UnrestTests {
  @Test(
    "neither end it nor find a leak, however often it is changed",
    arguments: [("constant", 50), ("each-millisecond", 50), ("none", 20)])
  func resets(pace: String, short: Int) async throws {
    try await OwnThread.run { try reset(pace: pace, short: short) }
  }

  private func reset(pace: String, short: Int) throws {
    let effort = try Effort()
    let app = App("RestlessApp")
    try app.launch()
    let process = try #require(app.processIdentifier)
    try app.cells[pace].tap()
    var objects: [Int] = []
    var microseconds: [Double] = []
    var lateCount = 0
    for round in 1...effort.rounds(short) {
      let receipt = try #require(try app.reset())
      // A thread that a busy machine puts aside may hold an object for longer than a reset waits for it.
      if !receipt.isClean { lateCount += 1 }
      microseconds += receipt.steps.filter { $0.name == "rememberObjects" }.map {
        Double($0.nanoseconds) / 1_000
      }
      if round % max(1, effort.rounds(short) / 20) == 0 {
        objects.append(try app.objects().counts.values.reduce(0, +))
      }
    }
    #expect(app.processIdentifier == process, "it was one process all the time")
    #expect(lateCount * 50 <= effort.rounds(short), "\(lateCount) resets found something")
    // How many there are at one moment is up to the threads: they make and release thousands. Few would be a walk that looked
    // into nothing, and many one that lost its way.
    #expect(objects.allSatisfy { (1_000...12_000).contains($0) }, "\(objects)")
    #expect((4_000...8_000).contains(objects.sorted()[objects.count / 2]), "\(objects)")
    let walks = microseconds.sorted()
    effort.report(
      """
      \(walks.count) resets with changes \(pace), \(objects.min() ?? 0) to \(objects.max() ?? 0) objects, \
      0 crashes, \(lateCount) not clean, walks of \(Int(walks[walks.count / 2])) µs, \(Int(walks[walks.count * 99 / 100])) at most in 99 of 100
      """)
  }

  @Test("find what does leak", arguments: [("none", 2), ("each-millisecond", 10), ("constant", 5)])
  func leaks(pace: String, short: Int) throws {
    let effort = try Effort()
    let app = App("RestlessApp")
    try app.launch()
    try app.cells[pace].tap()
    for _ in 0..<effort.rounds(short) {
      try app.cells["forget"].tap()
      let receipt = try #require(try app.reset())
      #expect(keepsakes(receipt) == [Self.keepsake("keepsake")])
      try app.cells["let-go"].tap()
      #expect(keepsakes(try #require(try app.reset())) == [])
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
      let reasons = ["what a lock guards that another thread has", "all the time"]
      if receipt.notLookedInto.contains(where: { note in reasons.contains { note.contains($0) } }) {
        refusedCount += 1
      } else {
        #expect(
          keepsakes(receipt) == [
            Self.keepsake("meadow -> Meadow -> chest -> Chest -> content.keepsakes[0]")
          ], "\(receipt)")
        foundCount += 1
      }
      try app.cells["let-go"].tap()
      #expect(keepsakes(try #require(try app.reset())) == [])
    }
    #expect(foundCount > 0)
    effort.report(
      "of \(effort.rounds(10)) leaks behind a busy lock \(foundCount) found, \(refusedCount) said to be out of sight"
    )
  }

  private func keepsakes(_ receipt: ResetReceipt) -> [String] {
    receipt.leaks.filter { $0.type == "Keepsake" }.map(\.lines)
  }

  private static func keepsake(_ path: String) -> String {
    """
    Keepsake: RestlessSession.\(path) -> Keepsake
    held by static Keepsake.all[…] -> Keepsake
    """
  }
}

extension Leak {
  /// The record as it is compared, without the generation.
  fileprivate var lines: String {
    (["\(type): \(name)"] + details.map { $0.replacing(/\.all\[[0-9]+\]/, with: ".all[…]") }).joined(
      separator: "\n")
  }
}
