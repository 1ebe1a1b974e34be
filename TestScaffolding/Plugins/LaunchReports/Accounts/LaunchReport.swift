/// What a log says about launching.
package struct LaunchReport: Equatable, Sendable {
  /// The tests in the order in which the log first names them.
  package var tests: [TestAccount] = []
  /// The apps in the order in which the log first launches them.
  package var apps: [AppAccount] = []
  /// Launches outside of any test, which have no time.
  package var launchesOutsideTests = 0
  /// How many steps could be of several tests that ran at once, and were given to the likeliest.
  package var guessedSteps = 0
  /// The length of the log in bytes.
  package var size = 0

  package init() {}

  package var runs: Int { tests.reduce(0) { $0 + $1.runs } }
  package var unfinishedRuns: Int { tests.reduce(0) { $0 + $1.unfinishedRuns } }
  package var seconds: Double { tests.reduce(0) { $0 + $1.seconds } }
  package var launches: Int { tests.reduce(0) { $0 + $1.launches } }
  package var launchesCutShort: Int { tests.reduce(0) { $0 + $1.launchesCutShort } }
  package var launching: Double { tests.reduce(0) { $0 + $1.launching } }
  package var liveResets: Int { tests.reduce(0) { $0 + $1.liveResets } }
  package var resetting: Double { tests.reduce(0) { $0 + $1.resetting } }

  /// The part of the tests' time that went into launching, from 0 to 1.
  package var launchShare: Double { seconds > 0 ? launching / seconds : 0 }

  /// The tests that launch or reset something, those first that spend most on it.
  package var costliest: [TestAccount] {
    tests.filter { $0.launches + $0.liveResets > 0 }
      .sorted { ($0.preparing, $1.name) > ($1.preparing, $0.name) }
  }

  /// Returns what live resets would have saved: every app is still launched once, and reset instead of every
  /// other time.
  package func saving(resetTime: Double) -> Saving {
    let replaced = apps.reduce(0) { $0 + $1.launches - 1 }
    let saved = apps.reduce(0) {
      $0 + $1.launching - $1.firstLaunch - Double($1.launches - 1) * resetTime
    }
    return Saving(resetTime: resetTime, replacedLaunches: replaced, seconds: max(0, saved))
  }
}

/// What one test spent, all its runs together.
package struct TestAccount: Equatable, Sendable {
  /// The name as the log has it.
  package var name: String
  package var runs = 0
  /// Runs without an end: a crash, or the end of the log.
  package var unfinishedRuns = 0
  package var seconds = 0.0
  package var launches = 0
  package var launchesCutShort = 0
  package var launching = 0.0
  package var liveResets = 0
  package var resetting = 0.0

  package init(name: String) { self.name = name }

  /// What the test spent to get its app ready.
  package var preparing: Double { launching + resetting }

  /// The name without module and brackets: `Suite.test` for `-[Module.Suite test]`.
  package var title: String {
    guard name.hasPrefix("-[") || name.hasPrefix("+["), name.hasSuffix("]") else { return name }
    let parts = name.dropFirst(2).dropLast().split(separator: " ", maxSplits: 1)
    guard let suite = parts.first?.split(separator: ".").last else { return name }
    return ([suite] + parts.dropFirst()).joined(separator: ".")
  }
}

/// What launching one app took.
package struct AppAccount: Equatable, Sendable {
  package var name: String
  package var launches = 0
  package var launching = 0.0
  package var firstLaunch = 0.0
}

/// What live resets would save.
package struct Saving: Equatable, Sendable {
  package var resetTime: Double
  package var replacedLaunches: Int
  package var seconds: Double
}
