import Records

/// What a framework reports while its tests run.
enum TestEvent: Equatable {
  case started(String, at: Double? = nil)
  case failed(String, TestFailure)
  /// One more line of the failure that was reported last.
  case failedFurther(String, line: String)
  case printed(String, line: String)
  case skipped(String, reason: String)
  case ended(String, seconds: Double)
  case endedAt(String, Double)
  /// Its process ended while it ran.
  case cutOff(String)

  /// That of the test.
  var id: String {
    switch self {
    case .started(let id, _), .failed(let id, _), .failedFurther(let id, _), .printed(let id, _),
      .skipped(let id, _), .ended(let id, _), .endedAt(let id, _), .cutOff(let id):
      id
    }
  }
}

struct TestResult: Codable, Equatable, Sendable {
  /// In a record, it is `{"kind": "skipped", "reason": "no tmux"}`.
  struct State: Codable, Equatable {
    enum Kind: String, Codable {
      case passed, failed, skipped
      /// The process ended while the test ran.
      case cutOff = "broken off"
      case waiting = "not run"
      case running = "not ended"
    }

    let kind: Kind
    /// Why it was skipped or cut off.
    var reason: String?

    static let waiting = State(kind: .waiting)
    static let running = State(kind: .running)
    static let passed = State(kind: .passed)
    static let failed = State(kind: .failed)
    static func skipped(_ reason: String) -> State { State(kind: .skipped, reason: reason) }
    static func cutOff(_ reason: String) -> State { State(kind: .cutOff, reason: reason) }
  }

  var test: TestIdentity
  var state = State.waiting
  var failures: [TestFailure] = []
  var seconds: Double?
  /// Whether the seconds are those of the driver's own watch.
  var isWatched = false
  var start: Double?
  /// What was printed while it ran, if its framework runs one test at a time.
  var output: [String] = []
  /// What the leak gate has found after it.
  var leaks: [String] = []
  /// How often it ran before, and how often something was wrong then.
  var earlierRuns = 0
  var earlierFailureCount = 0
  /// The first of the runs before in which something was wrong.
  var earlierFailures: [TestResult] = []
  /// What a run did that passed, and what one did that failed.
  var goodSteps: [TestStep]?
  var badSteps: [TestStep]?

  private var hasEnded: Bool { state != .waiting && state != .running }
  /// How often it has run, and how often something was wrong.
  var runs: Int { earlierRuns + (hasEnded ? 1 : 0) }
  var failureCount: Int { earlierFailureCount + (hasEnded && !isGood ? 1 : 0) }
  /// Whether it has failed as well as passed.
  var isFlaky: Bool { hasEnded && failureCount > 0 && failureCount < runs }
  /// Whether a run may be green with it.
  ///
  /// - Parameter flakyFails: Whether one that fails now and then is a failure.
  func isGood(flakyFails: Bool) -> Bool { isGood && !(isFlaky && flakyFails) }

  /// Begins another run, and keeps what was wrong in the last one.
  mutating func again() {
    let last = self
    self = TestResult(test: test)
    (leaks, earlierFailures) = (last.leaks, last.earlierFailures)
    (earlierRuns, earlierFailureCount) = (
      last.earlierRuns + 1, last.earlierFailureCount + (last.isGood ? 0 : 1)
    )
    (goodSteps, badSteps) = (last.goodSteps, last.badSteps)
    guard !last.isGood, earlierFailures.count < Self.mostFailuresKept else { return }
    var failure = last
    failure.earlierFailures = []
    earlierFailures.append(failure)
  }

  /// Ends a run that nobody waits for. It is none if there was one before.
  mutating func interrupt(after last: TestResult?) {
    if !failures.isEmpty {
      state = .failed
    } else if let last {
      self = last
    } else {
      state = .cutOff(Self.interruption)
    }
  }

  /// Whether it is broken off only because nobody waited for it.
  var wasInterrupted: Bool { reasonOfBreak == Self.interruption }
  /// Whether something was wrong with it, and not only that nobody waited for it.
  var isBad: Bool { (failureCount > 0 || !isGood && state != .waiting) && !wasInterrupted }

  private static let interruption = "The run was interrupted while this test ran."

  private static let mostFailuresKept = 10

  /// What is said of it in the end; a summary counts in this order.
  enum Verdict: String, Codable, CaseIterable {
    case passed, flaky, failed, skipped
    case brokenOff = "broken off"
    case notRun = "not run"
  }

  var verdict: Verdict {
    if isFlaky { return .flaky }
    return switch state.kind {
    case .passed: isGood ? .passed : .failed
    case .failed: .failed
    case .skipped: isGood ? .skipped : .failed
    case .cutOff: .brokenOff
    case .waiting, .running: .notRun
    }
  }

  /// Whether the last run was one, and nothing was wrong. To be skipped makes up for no failure.
  var isGood: Bool {
    switch state.kind {
    case .passed: failures.isEmpty
    case .skipped: failures.isEmpty && earlierFailureCount == 0
    default: false
    }
  }

  var skipReason: String? { state.kind == .skipped ? state.reason : nil }

  /// Why nobody knows whether it passes.
  var reasonOfBreak: String? {
    switch state.kind {
    case .passed, .failed, .skipped: nil
    case .waiting: "It did not run."
    case .running: "It did not end."
    case .cutOff: state.reason
    }
  }
}

/// Every test that was to run, and what has become of it.
struct TestResults: Sendable {
  private(set) var all: [TestResult]
  /// How often each test is to run; nil is no end.
  var rounds: Int? = 1
  private var indices: [String: Int]
  /// What each test was before its last run began.
  private var lastRuns: [String: TestResult] = [:]

  init(_ tests: [TestIdentity]) {
    all = tests.map { TestResult(test: $0) }
    indices = Dictionary(
      all.enumerated().map { ($1.test.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What has become of tests of other runs.
  init(finished results: [TestResult]) {
    self.init([])
    all = results
  }

  subscript(id: String) -> TestResult? { indices[id].map { all[$0] } }

  mutating func take(_ event: TestEvent, of framework: TestIdentity.Framework) {
    switch event {
    case .started(let id, let time):
      // What a suite has done itself stays, when it begins once more because one of its tests is tried again.
      if rounds == 1, self[id]?.test.name.isEmpty == true { return }
      beginRun(of: id)
      change(id) { ($0.state, $0.start) = (.running, time) }
    case .failed(let id, let failure):
      // An issue may belong to a suite, or to no test at all.
      if indices[id] == nil { add(id, of: framework) }
      change(id) { $0.failures.append(failure) }
    case .failedFurther(let id, let line):
      change(id) {
        guard !$0.failures.isEmpty else { return }
        $0.failures[$0.failures.count - 1].message += "\n" + line
        $0.output.append(line)
      }
    case .printed(let id, let line): change(id) { $0.output.append(line) }
    case .skipped(let id, let reason):
      // One that was skipped already is now told why.
      if let kind = self[id]?.state.kind, [.passed, .failed, .cutOff].contains(kind) { again(id) }
      change(id) { $0.state = .skipped(reason) }
    case .ended(let id, let seconds): change(id) { Self.end(&$0, after: seconds) }
    case .endedAt(let id, let time): change(id) { Self.end(&$0, after: $0.start.map { time - $0 }) }
    case .cutOff(let id): change(id) { $0.state = .cutOff("The test process ended while this test ran.") }
    }
  }

  /// These tests have begun, and cannot end any more: not even one that has said by then that it is skipped.
  mutating func cutOff(_ ids: Set<String>, because reason: String) {
    for index in all.indices
    where ids.contains(all[index].test.id) && [.running, .skipped].contains(all[index].state.kind) {
      all[index].state = .cutOff(reason)
    }
  }

  /// Takes the tests that run for interrupted. One that has failed by then has failed, and of one that has run before, what
  /// came of that stays.
  mutating func interrupt(_ ids: Set<String>) {
    for index in all.indices where ids.contains(all[index].test.id) && all[index].state == .running {
      all[index].interrupt(after: lastRuns[all[index].test.id])
    }
  }

  /// Begins another run of the test, of whatever came of the last one.
  mutating func again(_ id: String) {
    lastRuns[id] = self[id]
    change(id) { $0.again() }
  }

  private mutating func beginRun(of id: String) {
    if let result = self[id], result.state != .waiting { again(id) }
  }

  /// Takes back the runs that nobody waits for and that have not begun, where there were others.
  mutating func dropRunsToCome() {
    for index in all.indices where all[index].state == .waiting {
      if let last = lastRuns[all[index].test.id] { all[index] = last }
    }
  }

  /// Counts a run of a test that failed before it began: a condition or an argument that cannot be had runs nothing.
  mutating func failedToStart(_ id: String, _ failures: [TestFailure]) {
    beginRun(of: id)
    change(id) { ($0.state, $0.failures) = (.failed, failures) }
  }

  /// Counts a run that ended before it began.
  mutating func didNotStart(_ id: String) {
    beginRun(of: id)
    change(id) { $0.state = .cutOff("The test process ended before this test ran.") }
  }

  /// Takes over what the driver says of the last runs: its seconds go before the frameworks' own. A test with several
  /// cases had an app for each.
  mutating func take(_ leases: [Lease]) {
    for (id, leases) in Dictionary(grouping: leases, by: \.test) {
      change(id) { result in
        result.seconds = leases.map(\.seconds).reduce(0, +)
        result.isWatched = true
        let leaks = leases.flatMap { $0.leaks ?? [] }
        result.leaks += leaks
        guard result.isGood, !leaks.isEmpty else { return }
        // The test has failed for it, and that was lost.
        result.failures = leaks.map { TestFailure(message: $0, place: nil) }
        result.state = .failed
      }
    }
  }

  /// Keeps what the first run did that failed, and what the last one did that passed.
  mutating func takeSteps(of leases: [Lease]) {
    for lease in leases {
      change(lease.test) { result in
        if lease.failed == true {
          result.badSteps = result.badSteps ?? lease.steps
        } else {
          result.goodSteps = lease.steps
        }
      }
    }
  }

  private static func end(_ result: inout TestResult, after seconds: Double?) {
    result.seconds = seconds
    if result.state.kind == .skipped { return }
    result.state = result.failures.isEmpty ? .passed : .failed
  }

  private mutating func add(_ id: String, of framework: TestIdentity.Framework) {
    indices[id] = all.count
    let test = TestIdentity(framework: framework, id: id, name: "")
    all.append(TestResult(test: test, state: .failed))
  }

  private mutating func change(_ id: String, _ body: (inout TestResult) -> Void) {
    if let index = indices[id] { body(&all[index]) }
  }
}

extension TestResults {
  /// How many there are of each kind.
  var counts: [TestResult.Verdict: Int] {
    all.reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 }
  }
}
