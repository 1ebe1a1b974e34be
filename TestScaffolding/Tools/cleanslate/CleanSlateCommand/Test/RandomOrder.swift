import Records

/// Distributes the tests over processes in random order and groups, to find those that depend on others.
///
/// In each round every test runs once. A round's seed is that of the run plus the rounds before it, so that a round can
/// be had again by itself.
final class RandomOrder {
  private let seed: UInt64
  private unowned let owner: TestRun
  private let together: Togetherness
  /// For each test that failed, how its round can be had again, and together with which tests it ran.
  private(set) var failures: [String: (seed: UInt64, others: [String])] = [:]

  init(seed: UInt64, of run: TestRun) {
    (self.seed, owner, together) = (seed, run, run.together)
  }

  /// - Parameter rounds: How many; nil is no end.
  func run(rounds: Int?, untilFailure: Bool) throws {
    let progress = owner.progress
    let tests = progress.results.all.map(\.test)
    var round = 0
    while round < rounds ?? .max, !progress.isInterrupted, !(untilFailure && progress.hasTrouble) {
      let start = progress.seconds
      let roundSeed = seed &+ UInt64(round)
      let batches = Self.batches(of: tests, seed: roundSeed)
      var waiting = batches
      var busy: Set<String> = []
      func groups(_ batch: TestBatch) -> Set<String> {
        Set(batch.tests.compactMap(together.group(of:)))
      }
      if round > 0 { for test in tests { progress.results.again(test.id) } }
      // Of those that belong together, one runs at a time.
      let next = { () -> TestBatch? in
        guard let index = waiting.firstIndex(where: { groups($0).isDisjoint(with: busy) }) else { return nil }
        busy.formUnion(groups(waiting[index]))
        return waiting.remove(at: index)
      }
      try owner.run(atOnce: owner.options.processesAtOnce, next: next) { batch, played in
        busy.subtract(groups(batch))
        for test in batch.tests
        where progress.results[test.id]?.isGood == false && failures[test.id] == nil {
          let others = batch.tests.map(\.id).filter { !played.started.contains($0) }
          let companions = (played.started + others).map { progress.results[$0]?.test.label ?? $0 }
          failures[test.id] = (roundSeed, companions)
        }
        // Every test of a batch runs, and just once.
        for test in batch.tests where played.runs[test.id, default: 0] > 1 {
          progress.complain("\(test.label) ran more than once in one process.")
        }
      }
      guard !progress.isInterrupted else { return progress.results.dropRunsToCome() }
      round += 1
      let count = progress.results.all.count { !$0.isGood }
      progress.print(
        "Round \(round), seed \(roundSeed): \(Amount.count(tests.count, "test")) in "
          + "\(Amount.count(batches.count, "process", "processes")), "
          + "\(Amount.duration(progress.seconds - start)), \(count == 0 ? "no failure" : "\(count) failed")"
      )
    }
  }

  /// The tests, shuffled, in batches of one to twelve.
  static func batches(of tests: [TestIdentity], seed: UInt64) -> [TestBatch] {
    var generator = SplitMix(state: seed)
    var batches: [TestBatch] = []
    for framework in TestIdentity.Framework.allCases {
      var rest = tests.filter { $0.framework == framework }.sorted { $0.id < $1.id }
        .shuffled(using: &generator)[...]
      while !rest.isEmpty {
        let size = Int.random(in: 1...12, using: &generator)
        batches.append(TestBatch(tests: Array(rest.prefix(size))))
        rest = rest.dropFirst(size)
      }
    }
    return batches.shuffled(using: &generator)
  }
}

/// The same numbers for the same seed, everywhere.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
