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
}

struct TestFailure: Equatable {
  var message: String
  let place: SourcePlace?
}

struct TestResult {
  enum State: Equatable {
    case waiting, running, passed, failed
    case skipped(String)
    /// The process ended while the test ran.
    case cutOff(String)
  }

  let test: ListedTest
  var state = State.waiting
  var failures: [TestFailure] = []
  var seconds: Double?
  var start: Double?
  /// What was printed while it ran, if its framework runs one test at a time.
  var output: [String] = []

  /// Whether it ran, and nothing was wrong.
  var isGood: Bool {
    switch state {
    case .passed, .skipped: failures.isEmpty
    default: false
    }
  }

  var skipReason: String? {
    if case .skipped(let reason) = state { reason } else { nil }
  }

  /// Why nobody knows whether it passes.
  var reasonOfBreak: String? {
    switch state {
    case .passed, .failed, .skipped: nil
    case .waiting: "It did not run."
    case .running: "It did not end."
    case .cutOff(let reason): reason
    }
  }
}

/// Every test that was to run, and what has become of it.
struct TestResults {
  private(set) var all: [TestResult]
  private var indices: [String: Int]

  init(_ tests: [ListedTest]) {
    all = tests.map { TestResult(test: $0) }
    indices = Dictionary(
      all.enumerated().map { ($1.test.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(id: String) -> TestResult? { indices[id].map { all[$0] } }

  mutating func take(_ event: TestEvent, of framework: ListedTest.Framework) {
    switch event {
    case .started(let id, let time): change(id) { ($0.state, $0.start) = (.running, time) }
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
    case .skipped(let id, let reason): change(id) { $0.state = .skipped(reason) }
    case .ended(let id, let seconds): change(id) { Self.end(&$0, after: seconds) }
    case .endedAt(let id, let time): change(id) { Self.end(&$0, after: $0.start.map { time - $0 }) }
    case .cutOff(let id): change(id) { $0.state = .cutOff("The test process ended while this test ran.") }
    }
  }

  /// The tests that run now cannot end any more.
  mutating func cutOff(_ framework: ListedTest.Framework, because reason: String) {
    for index in all.indices where all[index].test.framework == framework && all[index].state == .running {
      all[index].state = .cutOff(reason)
    }
  }

  /// Puts the seconds of the driver's watch in place of the frameworks' own.
  mutating func setSeconds(_ seconds: [String: Double]) {
    for (id, seconds) in seconds { change(id) { $0.seconds = seconds } }
  }

  private static func end(_ result: inout TestResult, after seconds: Double?) {
    result.seconds = seconds
    if case .skipped = result.state { return }
    result.state = result.failures.isEmpty ? .passed : .failed
  }

  private mutating func add(_ id: String, of framework: ListedTest.Framework) {
    indices[id] = all.count
    let test = ListedTest(framework: framework, id: id, label: id, name: "")
    all.append(TestResult(test: test, state: .failed))
  }

  private mutating func change(_ id: String, _ body: (inout TestResult) -> Void) {
    if let index = indices[id] { body(&all[index]) }
  }
}

extension TestResults {
  /// How many there are of each kind.
  struct Counts: Equatable {
    var (passed, failed, skipped, cutOff, notRun) = (0, 0, 0, 0, 0)
    var all: Int { passed + failed + skipped + cutOff + notRun }
    var done: Int { passed + failed + skipped }
  }

  var counts: Counts {
    all.reduce(into: Counts()) { counts, result in
      switch result.state {
      case .passed: counts.passed += 1
      case .failed: counts.failed += 1
      case .skipped: if result.isGood { counts.skipped += 1 } else { counts.failed += 1 }
      case .cutOff: counts.cutOff += 1
      case .waiting, .running: counts.notRun += 1
      }
    }
  }
}
