import Records

extension TestRun {
  /// Runs the tests as the words ask for it: once, with retries, many times, or in random order.
  ///
  /// - Parameter seed: The first one; nil picks one.
  func runAsAsked(seed chosenSeed: UInt64?) throws {
    let flakes = options.flakes
    let rounds = flakes.repetitions ?? (flakes.untilFailure ? nil : 1)
    let seed = chosenSeed ?? .random(in: 1...999_999)
    if flakes.isRandom {
      progress.beginRounds(rounds)
      if chosenSeed == nil { progress.print("Seed: \(seed)") }
      let order = RandomOrder(seed: seed, of: self)
      self.order = order
      return try order.run(rounds: rounds, untilFailure: flakes.untilFailure)
    }
    if flakes.isRepeated {
      progress.beginRounds(rounds)
      let repetition = Repetition(
        seed: seed, count: rounds, untilFailure: flakes.untilFailure, of: self)
      self.repetition = repetition
      return try repetition.run()
    }
    try run()
    guard let retries = flakes.retries else { return }
    // Those whose turn never came, because another ended the process, get it together as long as that gets one going.
    var left = Int.max
    while true {
      let count = progress.results.all.count { $0.state == .waiting }
      guard count > 0, count < left else { break }
      left = count
      try run(.waiting)
    }
    for _ in 0..<retries {
      // What failed runs again, each test in a process of its own.
      var tests = progress.results.all.filter(\.mayRunAgain).map(\.test)[...]
      if tests.isEmpty { return }
      try run(atOnce: 1) { tests.popFirst().map { TestBatch(tests: [$0]) } }
    }
  }

  /// What is known of a test that failed, beside its failures.
  func notes(of result: TestResult) -> [String] {
    if !result.leaks.isEmpty, options.flakes.retries != nil {
      return ["The leak gate found this, so that it was not tried again."]
    }
    if let failure = order?.failures[result.test.id] {
      let names = failure.others.map { "  \($0)" }.joined(separator: "\n")
      return ["Seed: \(failure.seed). In one process, in this order:\n\(names)"]
    }
    guard let failure = repetition?.failures[result.test.id] else { return [] }
    let steps = StepDifference(passed: result.goodSteps, failed: result.badSteps)
    return ["Seed: \(failure.seed), failed in run \(failure.run) of its process."] + steps.lines
  }

  /// The command that has the failure again.
  func again(_ result: TestResult) -> String? {
    if let failure = order?.failures[result.test.id] {
      return TestOptions.command(
        ["--order", "random", "--seed", "\(failure.seed)"] + shard + options.wordsForAgain)
    }
    if let failure = repetition?.failures[result.test.id] {
      return TestOptions.command(
        ["--until-failure", "--seed", "\(failure.seed)"] + options.wordsForOne
          + ["--filter", result.test.filter])
    }
    return nil
  }
}

extension TestResult {
  /// What the leak gate has found stays found, also if nobody could be told what that is, and a suite by itself is no test.
  fileprivate var mayRunAgain: Bool {
    !isGood && leaks.isEmpty && !test.name.isEmpty
      && !failures.contains { $0.message.contains(Lease.untold) }
  }
}
