/// What the log of a run of UI tests says about launches.
struct LaunchReport: Equatable {
  /// The tests in the order in which the log first names them.
  var tests: [TestAccount] = []
  /// The apps in the order in which the log first launches them.
  var apps: [AppAccount] = []
  /// Launches outside of any test; the log has no times for these.
  var launchesOutsideTests = 0
  /// Steps that may be of any of several tests that ran at once.
  var sharedSteps = 0

  var runs: Int { tests.reduce(0) { $0 + $1.runs } }
  var unfinishedRuns: Int { tests.reduce(0) { $0 + $1.unfinishedRuns } }
  var seconds: Double { tests.reduce(0) { $0 + $1.seconds } }
  var launches: Int { tests.reduce(0) { $0 + $1.launches } }
  var launchesCutShort: Int { tests.reduce(0) { $0 + $1.launchesCutShort } }
  var launching: Double { tests.reduce(0) { $0 + $1.launching } }

  /// The tests that launch an app, the most expensive first.
  var costliest: [TestAccount] {
    tests.filter { $0.launches > 0 }.sorted { ($0.launching, $1.name) > ($1.launching, $0.name) }
  }
}

/// What one test cost, over all its runs.
struct TestAccount: Equatable {
  /// The name as the log writes it.
  var name: String
  var runs = 0
  /// Runs without an end, because of a crash or because the log ends.
  var unfinishedRuns = 0
  var seconds = 0.0
  var launches = 0
  var launchesCutShort = 0
  var launching = 0.0

  /// The name without module and brackets: `Suite.test` for `-[Module.Suite test]`.
  var title: String {
    guard name.hasPrefix("-[") || name.hasPrefix("+["), name.hasSuffix("]") else { return name }
    let parts = name.dropFirst(2).dropLast().split(separator: " ", maxSplits: 1)
    guard let suite = parts.first?.split(separator: ".").last else { return name }
    return ([suite] + parts.dropFirst()).joined(separator: ".")
  }
}

/// The time spent on launching one app.
struct AppAccount: Equatable {
  var name: String
  var launches = 0
  var launching = 0.0
}

extension LaunchReport {
  /// The figures as text.
  ///
  /// - Parameters:
  ///   - label: What to call the log.
  ///   - limit: How many tests to show.
  func text(label: String, limit: Int) -> String {
    let share = Amount.percent(seconds > 0 ? launching / seconds : 0)
    var lines = [
      "\(label): \(Amount.count(tests.count, "test")), \(Amount.count(runs, "run")), "
        + "\(Amount.count(launches, "launch", "launches")) of \(Amount.count(apps.count, "app")).",
      "\(Amount.time(launching)) of \(Amount.time(seconds)) went into launching (\(share)).",
    ]
    if apps.count > 1 {
      lines += apps.map {
        "\($0.name): \(Amount.count($0.launches, "launch", "launches")), \(Amount.time($0.launching)) in all, "
          + "\(Amount.time($0.launching / Double($0.launches))) each"
      }
    }
    lines += ["", "    launching       in all  launches  test"]
    lines += costliest.prefix(limit).map { test in
      [(Amount.time(test.launching), 13), (Amount.time(test.seconds), 13), ("\(test.launches)", 10)]
        .map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }.joined() + "  \(test.title)"
    }
    let rest = costliest.dropFirst(limit)
    if !rest.isEmpty {
      let time = Amount.time(rest.reduce(0) { $0 + $1.launching })
      lines.append("and \(Amount.count(rest.count, "more test", "more tests")) with \(time)")
    }
    return (lines + remarks.map { "- \($0)" }).joined(separator: "\n") + "\n"
  }

  /// How far the figures can be trusted.
  private var remarks: [String] {
    [
      (
        unfinishedRuns, "without an end (a crash, or the end of the log); the time is what the log shows",
        "run"
      ),
      (launchesCutShort, "that never came to rest; counted as long as the test goes on", "launch"),
      (launchesOutsideTests, "outside of any test, where the log has no time; not counted", "launch"),
      (sharedSteps, "of one of several tests that ran at once; not counted", "step"),
    ].filter { $0.0 > 0 }.map { number, what, one in
      "\(Amount.count(number, one, one == "launch" ? "launches" : nil)) \(what)."
    }
  }
}
