/// Adds up what each test spends while a log is read.
///
/// Its size grows with the number of different tests, not with the length of the log.
struct TestRecorder {
  private var report = LaunchReport()
  /// The test that runs on each device. Logs that name none are of tests that run one after the other.
  private var running: [String: RunningTest] = [:]
  private var places: [String: Int] = [:]
  private var appPlaces: [String: Int] = [:]

  mutating func add(_ entry: LogEntry) {
    let lane = entry.lane
    switch entry.event {
    case .testStarted(let name):
      close(lane, after: nil)
      running[lane] = RunningTest(name: name)
      _ = place(of: name)
    case .testEnded(let name, let seconds):
      if let test = running[lane], test.name == name { return close(lane, after: seconds ?? test.clock) }
      // Logs of parallel runs name a test only when it has ended.
      let place = place(of: name)
      report.tests[place].runs += 1
      report.tests[place].seconds += seconds ?? 0
    case .activity(let step): add(step, lane)
    case .restarted(let name):
      let interrupted = running.first { name.map(Self.plainName) == Self.plainName($0.value.name) }
      close(interrupted?.key ?? lane, after: nil)
    }
  }

  /// Closes the tests that the log left open, and returns the report.
  mutating func finish() -> LaunchReport {
    for lane in running.keys { close(lane, after: nil) }
    return report
  }

  private mutating func add(_ step: LoggedActivity, _ lane: String) {
    // Logs of parallel runs name the device of a test, but not of its steps.
    let owner = running[lane] == nil && running.count == 1 ? running.keys.first : lane
    if let owner, running[owner] != nil {
      running[owner]?.add(step)
    } else if !running.isEmpty {
      report.sharedSteps += 1
    } else if case .launch = step.kind {
      report.launchesOutsideTests += 1
    }
  }

  private mutating func close(_ lane: String, after seconds: Double?) {
    guard var test = running.removeValue(forKey: lane) else { return }
    let total = test.end(after: seconds)
    let place = place(of: test.name)
    report.tests[place].runs += 1
    report.tests[place].unfinishedRuns += seconds == nil ? 1 : 0
    report.tests[place].seconds += total
    for launch in test.launches {
      report.tests[place].launches += 1
      report.tests[place].launching += launch.seconds
      report.tests[place].launchesCutShort += launch.isCutShort ? 1 : 0
      count(launch)
    }
  }

  private mutating func count(_ launch: RunningTest.FinishedLaunch) {
    let place = appPlaces[launch.app] ?? report.apps.count
    if place == report.apps.count {
      appPlaces[launch.app] = place
      report.apps.append(AppAccount(name: launch.app))
    }
    report.apps[place].launches += 1
    report.apps[place].launching += launch.seconds
  }

  private mutating func place(of name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = report.tests.count
    report.tests.append(TestAccount(name: name))
    return report.tests.count - 1
  }

  /// Normalizes the spellings `-[M.Suite test]`, `Suite/test()` and `Suite.test()` of one name.
  private static func plainName(_ name: String) -> String {
    TestAccount(name: name).title.replacing("/", with: ".").replacing("()", with: "")
  }
}

/// A test whose end the log has not reached yet.
struct RunningTest {
  let name: String
  /// The time of the latest step, in seconds since the test began.
  private(set) var clock = 0.0
  private(set) var launches: [FinishedLaunch] = []
  private var launch: PendingLaunch?

  init(name: String) { self.name = name }

  struct FinishedLaunch {
    var app: String
    var seconds: Double
    /// Whether the test or the log ended before the app was idle.
    var isCutShort: Bool
  }

  private struct PendingLaunch {
    var app: String
    var start: Double
    var depth: Int
    /// Whether this is certainly a launch. The line `Open` alone is not enough, because links are opened too.
    var isCertain: Bool
    var isIdle = false
  }

  mutating func add(_ step: LoggedActivity) {
    clock = max(clock, step.time ?? clock)
    if launch != nil { continueLaunch(with: step) }
    guard launch == nil else { return }
    switch step.kind {
    case .open(let app): begin(app, step, isCertain: false)
    case .launch(let app): begin(app, step, isCertain: true)
    default: break
    }
  }

  /// Ends the test, and returns how long it took; `seconds` is nil if the log does not say.
  mutating func end(after seconds: Double?) -> Double {
    let isOrderly = seconds != nil
    // A launch at the end of a test lasts until the test ends.
    clock = max(clock, seconds ?? clock)
    if let launch, launch.isCertain || !isOrderly { endLaunch(launch, isCutShort: !launch.isIdle) }
    launch = nil
    return clock
  }

  private mutating func begin(_ app: String, _ step: LoggedActivity, isCertain: Bool) {
    launch = PendingLaunch(app: app, start: clock, depth: step.depth, isCertain: isCertain)
  }

  private mutating func continueLaunch(with step: LoggedActivity) {
    guard var pending = launch else { return }
    let isPart = step.depth > pending.depth
    switch step.kind {
    case .remark, .startTest: return
    case .preparation: pending.isCertain = true
    case .idle:
      pending.isCertain = true
      pending.isIdle = true
    case .launch(let app) where isPart || (app == pending.app && !pending.isIdle):
      pending.isCertain = true
    case .open(let app) where isPart || (app == pending.app && !pending.isIdle): break
    case .terminate where isPart: break
    case .action where isPart && !pending.isIdle: break
    default:
      if pending.isCertain { endLaunch(pending, isCutShort: false) }
      launch = nil
      return
    }
    launch = pending
  }

  private mutating func endLaunch(_ pending: PendingLaunch, isCutShort: Bool) {
    launches.append(
      FinishedLaunch(app: pending.app, seconds: clock - pending.start, isCutShort: isCutShort))
  }
}
