/// What a log says about launching.
struct LaunchReport: Spending, Equatable {
  /// The tests in the order in which the log first names them.
  var tests: [TestAccount] = []
  /// The apps in the order in which the log first launches them.
  var apps: [AppAccount] = []
  /// Launches outside of any test, which have no time.
  var launchesOutsideTests = 0
  /// How many steps could be of several tests that ran at once, and were given to the likeliest.
  var guessedSteps = 0
  /// The length of the log in bytes.
  var size = 0

  var runs: Int { tests.reduce(0) { $0 + $1.runs } }
  var unfinishedRuns: Int { tests.reduce(0) { $0 + $1.unfinishedRuns } }
  var seconds: Double { tests.reduce(0) { $0 + $1.seconds } }
  var launches: Int { tests.reduce(0) { $0 + $1.launches } }
  var launchesCutShort: Int { tests.reduce(0) { $0 + $1.launchesCutShort } }
  var launching: Double { tests.reduce(0) { $0 + $1.launching } }
  var liveResets: Int { tests.reduce(0) { $0 + $1.liveResets } }
  var resetting: Double { tests.reduce(0) { $0 + $1.resetting } }

  /// The part of the tests' time that went into launching, from 0 to 1.
  var launchShare: Double { seconds > 0 ? launching / seconds : 0 }

  /// The tests that launch or reset something, those first that spend most on it.
  var costliest: [TestAccount] {
    tests.filter { $0.launches + $0.liveResets > 0 }
      .sorted { ($0.preparing, $1.name) > ($1.preparing, $0.name) }
  }

  /// Returns what live resets would have saved: every app is still launched once, and reset instead of every
  /// other time.
  func saving(resetTime: Double) -> Saving {
    let replaced = apps.reduce(0) { $0 + $1.launches - 1 }
    let saved = apps.reduce(0) {
      $0 + $1.launching - $1.firstLaunch - Double($1.launches - 1) * resetTime
    }
    return Saving(resetTime: resetTime, replacedLaunches: replaced, seconds: max(0, saved))
  }
}

/// What one test spent, all its runs together.
struct TestAccount: Spending, Equatable {
  /// The name as the log has it.
  var name: String
  var runs = 0
  /// Runs without an end: a crash, or the end of the log.
  var unfinishedRuns = 0
  var seconds = 0.0
  var launches = 0
  var launchesCutShort = 0
  var launching = 0.0
  var liveResets = 0
  var resetting = 0.0

  /// The name without module and brackets: `Suite.test` for `-[Module.Suite test]`.
  var title: String {
    guard name.hasPrefix("-[") || name.hasPrefix("+["), name.hasSuffix("]") else { return name }
    let parts = name.dropFirst(2).dropLast().split(separator: " ", maxSplits: 1)
    guard let suite = parts.first?.split(separator: ".").last else { return name }
    return ([suite] + parts.dropFirst()).joined(separator: ".")
  }
}

/// Where the time of tests went, in seconds.
protocol Spending: Sendable {
  var seconds: Double { get }
  var launching: Double { get }
  var resetting: Double { get }
}

extension Spending {
  /// What was spent to get apps ready.
  var preparing: Double { launching + resetting }
}

/// What launching one app took.
struct AppAccount: Equatable, Sendable {
  var name: String
  var launches = 0
  var launching = 0.0
  var firstLaunch = 0.0
}

/// What live resets would save.
struct Saving: Equatable, Sendable {
  var resetTime: Double
  var replacedLaunches: Int
  var seconds: Double
}
