import Foundation
import TestSupport
import Testing

@testable import AppDriver

@Suite("The driver's watch")
struct LeaseWatchTests {
  @Test("appends whole lines, however many write at once")
  func lines() async throws {
    let home = try TemporaryHome()
    let path = home.path(.home) + "/timings.jsonl"
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask { LeaseWatch(test: "Shop.test\(number)()", file: path).stop() }
      }
    }
    let timings = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(LeaseWatch.Timing.self, from: Data($0.utf8)) }
    #expect(Set(timings.map(\.test)) == Set((0..<50).map { "Shop.test\($0)()" }) && timings.count == 50)
    #expect(timings.allSatisfy { $0.seconds >= 0 && $0.seconds < 60 })
  }

  @Test("writes nothing where nobody asks, and fails no test where it cannot write")
  func nothing() throws {
    let home = try TemporaryHome()
    LeaseWatch(test: "Shop.test()", file: nil).stop()
    LeaseWatch(test: "Shop.test()", file: home.path(.home) + "/none/timings.jsonl").stop()
    #expect(try home.tree().isEmpty)
  }
}
