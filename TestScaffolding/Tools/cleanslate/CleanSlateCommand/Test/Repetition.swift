import Records

/// Runs each test many times, on a clean slate each time, to find out whether it always passes.
///
/// One process repeats a test for as long as it passes, where that is possible: always in Swift Testing, and in XCTest
/// for an `AppTestCase`. Other tests of XCTest have a process for each run.
final class Repetition {
  /// By it tests draw random numbers.
  static let seedVariable = "CLEANSLATE_SEED"

  private struct Turn {
    let test: TestIdentity
    var left: Int
    /// Whether one process runs it many times; nil until that has been seen.
    var staysInProcess: Bool?
    var inFlight = 0
    /// What it keeps together with others, of which one runs at a time.
    let group: String?
  }

  private unowned let owner: TestRun
  private let seed: UInt64
  private let untilFailure: Bool
  private var turns: [Turn]
  private var processes: UInt64 = 0
  /// For each test that failed, the seed of the process in which it did so first, and in which of its runs.
  private(set) var failures: [String: (seed: UInt64, run: Int)] = [:]

  /// - Parameters:
  ///   - seed: For tests that draw random numbers: `CLEANSLATE_SEED` of the first process, one more for each other.
  ///   - count: How often each test runs; nil is no end.
  init(seed: UInt64, count: Int?, untilFailure: Bool, of run: TestRun) {
    (self.seed, self.untilFailure, owner) = (seed, untilFailure, run)
    let together = run.together
    turns = run.progress.results.all.map {
      Turn(test: $0.test, left: count ?? .max, group: together.group(of: $0.test))
    }
  }

  func run() throws {
    // Until a failure, one after the other: so nothing else is under way when it comes.
    try owner.run(
      atOnce: untilFailure ? 1 : owner.options.processesAtOnce, next: { self.next() },
      played: { self.take($0, $1) })
  }

  private func next() -> TestBatch? {
    guard !(untilFailure && owner.progress.hasTrouble) else { return nil }
    let busy = Set(turns.filter { $0.inFlight > 0 }.compactMap(\.group))
    let next = turns.firstIndex { turn in
      turn.left > 0 && turn.group.map(busy.contains) != true
        && (turn.inFlight == 0 || turn.staysInProcess == false)
    }
    guard let index = next else { return nil }
    var turn = turns.remove(at: index)
    // Until a failure, several tests take turns.
    let most = !untilFailure ? turn.left : turns.isEmpty ? 10_000 : 50
    let count = turn.staysInProcess == false ? 1 : min(turn.left, most)
    turn.inFlight += 1
    turn.left -= count
    // Whoever had a turn stands at the end of the line.
    turns.append(turn)
    defer { processes += 1 }
    return TestBatch(
      tests: [turn.test], repetitions: count, environment: [Self.seedVariable: "\(seed &+ processes)"],
      hasTwins: turn.staysInProcess == false)
  }

  private func take(_ batch: TestBatch, _ played: ProcessReader) {
    let id = batch.tests[0].id
    guard let index = turns.firstIndex(where: { $0.test.id == id }) else { return }
    let results = owner.progress.results
    turns[index].inFlight -= 1
    let begun = played.runs[id] ?? 0
    guard begun > 0 || !played.skipped.contains(id) else {
      // A disabled test is so in each run.
      turns[index].left = 0
      return
    }
    if begun == 0, played.failuresBefore[id] == nil, !owner.progress.isInterrupted {
      owner.progress.results.didNotStart(id)
    }
    let runs = max(1, begun)
    turns[index].left += batch.repetitions - runs
    if batch.repetitions > 1, results[id]?.isGood == true {
      turns[index].staysInProcess = runs > 1
    }
    if owner.progress.results[id]?.isGood == false, failures[id] == nil,
      let own = batch.environment[Self.seedVariable].flatMap({ UInt64($0) })
    {
      failures[id] = (own, runs)
    }
    owner.progress.results.takeSteps(of: played.leases)
  }
}
