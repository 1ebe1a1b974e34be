import Records

/// Runs what failed again, each test in a process of its own.
struct Retries {
  let count: Int
  let bundle: TestBundle

  func run() throws {
    let progress = bundle.progress
    for _ in 0..<count {
      var tests = progress.results.all.filter(\.mayRunAgain).map(\.test)[...]
      guard !tests.isEmpty else { return }
      try bundle.run(atOnce: 1) {
        guard let test = tests.popFirst() else { return nil }
        return TestBatch(tests: [test])
      }
    }
  }
}

extension TestResult {
  /// What the leak gate has found stays found, also if nobody could be told what that is, and a suite by itself is no test. A test whose turn never came, because
  /// another ended the process, gets it.
  fileprivate var mayRunAgain: Bool {
    !isGood && leaks.isEmpty && !test.name.isEmpty
      && !failures.contains { $0.message.contains(Lease.untold) }
  }
}
