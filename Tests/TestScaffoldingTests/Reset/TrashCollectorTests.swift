import AppData
import Testing

@testable import TestScaffolding

@MainActor
@Suite("A collector of trash")
struct TrashCollectorTests {
  /// Keeps what is to be done in a moment, until the test does it.
  @MainActor
  private final class Moments {
    private(set) var works: [TrashCollector.Work] = []

    func add(_ work: @escaping TrashCollector.Work) { works.append(work) }
    func takeOnly() throws -> TrashCollector.Work {
      try #require(works.count == 1)
      return works.removeFirst()
    }
  }

  @Test("deletes once for all who ask before it begins, and once more for all who ask meanwhile")
  func oneAtATime() async throws {
    let moments = Moments()
    var deletions = 0
    var collector: TrashCollector?
    collector = TrashCollector(inAMoment: { moments.add($0) }) {
      deletions += 1
      guard deletions == 1 else { return [] }
      // Resets that come while the first deletion is at work.
      for _ in 1...3 { collector?.collectSoon() }
      #expect(moments.works.isEmpty, "no second deletion joins it")
      return []
    }
    for _ in 1...3 { collector?.collectSoon() }
    try await moments.takeOnly()()
    try await moments.takeOnly()()
    #expect(moments.works.isEmpty)
    #expect(deletions == 2)
    collector?.collectSoon()
    try await moments.takeOnly()()
    #expect(deletions == 3)
  }

  @Test("tells once what it cannot delete, however often it tries")
  func failures() async throws {
    let moments = Moments()
    var stuck = [["a"], ["a", "b"], ["a", "b"]].makeIterator()
    let collector = TrashCollector(inAMoment: { moments.add($0) }) {
      (stuck.next() ?? []).map { ErasureFailure(item: $0, reason: "it is mounted") }
    }
    for told in [["a"], ["b"], []] {
      collector.collectSoon()
      try await moments.takeOnly()()
      #expect(collector.takeFailures().map(\.item) == told)
    }
  }
}
