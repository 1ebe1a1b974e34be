/// What a log says about launches.
struct LaunchReport: Spending, Equatable {
  /// The tests in the order in which the log first names them.
  var tests: [TestAccount] = []
  /// The apps in the order in which the log first launches them.
  var apps: [AppAccount] = []
  /// Launches outside of any test; the log has no times for these.
  var launchesOutsideTests = 0
  /// The number of steps that may belong to one of several parallel tests, and were assigned to the likeliest.
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

  /// The part of the tests' time that was spent on launching, from 0 to 1.
  var launchShare: Double { seconds > 0 ? launching / seconds : 0 }

  /// The tests that launch or reset an app, the most expensive first.
  var costliest: [TestAccount] {
    tests.filter { $0.launches + $0.liveResets > 0 }
      .sorted { ($0.preparing, $1.name) > ($1.preparing, $0.name) }
  }

  /// Returns what live resets would have saved, if each app were launched only once and reset instead of each later
  /// launch.
  func saving(resetTime: Double) -> Saving {
    let replaced = apps.reduce(0) { $0 + $1.launches - 1 }
    let saved = apps.reduce(0) {
      $0 + $1.launching - $1.firstLaunch - Double($1.launches - 1) * resetTime
    }
    return Saving(resetTime: resetTime, replacedLaunches: replaced, seconds: max(0, saved))
  }
}

/// What one test cost, over all its runs.
struct TestAccount: Spending, Equatable {
  /// The name as the log writes it.
  var name: String
  var runs = 0
  /// Runs without an end, because of a crash or because the log ends.
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

/// How much time was spent, in seconds.
protocol Spending: Sendable {
  var seconds: Double { get }
  var launching: Double { get }
  var resetting: Double { get }
}

extension Spending {
  /// The time spent on getting apps ready.
  var preparing: Double { launching + resetting }
}

/// The time spent on launching one app.
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
