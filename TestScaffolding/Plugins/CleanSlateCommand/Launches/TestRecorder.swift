/// Adds up what each test spends while a log is read.
///
/// Its size grows with the number of different tests, not with the length of the log.
struct TestRecorder {
  private var report = LaunchReport()
  private var running: [RunningTest] = []
  private var places: [String: Int] = [:]
  private var appPlaces: [String: Int] = [:]

  /// How many tests are assumed to run at the same time, at most. Beyond that, the one silent for longest is taken to
  /// have ended.
  private static let limit = 64

  mutating func add(_ entry: LogEntry) {
    switch entry.event {
    case .testStarted(let name): start(name, lane: entry.lane)
    case .testEnded(let name, let seconds): end(name, lane: entry.lane, seconds: seconds)
    case .activity(let step): add(step, lane: entry.lane)
    case .restarted(let name): abandon(name, lane: entry.lane)
    }
  }

  /// Closes the tests that the log left open, and returns the report.
  mutating func finish() -> LaunchReport {
    while !running.isEmpty { close(running.startIndex, after: nil) }
    return report
  }

  private mutating func start(_ name: String, lane: String) {
    if !lane.isEmpty, let open = running.firstIndex(where: { $0.lane == lane }) { close(open, after: nil) }
    if running.count == Self.limit { close(running.startIndex, after: nil) }
    running.append(RunningTest(name: name, lane: lane))
    _ = place(of: name)
  }

  private mutating func end(_ name: String, lane: String, seconds: Double?) {
    let candidates = running.indices.filter { running[$0].name == name && running[$0].lane == lane }
    let fitting = candidates.filter { running[$0].clock <= (seconds ?? .infinity) + 0.1 }
    let latest = (fitting.isEmpty ? candidates : fitting).max { running[$0].clock < running[$1].clock }
    if let latest {
      close(latest, after: seconds ?? running[latest].clock)
    } else {
      // Logs of parallel runs name a test only when it has ended.
      let place = place(of: name)
      report.tests[place].runs += 1
      report.tests[place].seconds += seconds ?? 0
    }
  }

  private mutating func add(_ step: LoggedActivity, lane: String) {
    guard let index = owner(of: step, lane: lane) else {
      if case .launch = step.kind { report.launchesOutsideTests += 1 }
      return
    }
    running[index].add(step)
    // Running tests are kept in the order of their latest steps.
    if index != running.count - 1 { running.append(running.remove(at: index)) }
  }

  /// Returns the test that a step belongs to. Parallel tests share one log, where only their clocks distinguish them.
  private mutating func owner(of step: LoggedActivity, lane: String) -> Int? {
    var candidates = running.indices.filter { running[$0].lane == lane }
    // Logs of parallel runs name the device of a test, but not of its steps.
    if candidates.isEmpty, lane.isEmpty { candidates = Array(running.indices) }
    guard candidates.count > 1 else { return candidates.first }
    if step.kind == .startTest, let fresh = candidates.last(where: { !running[$0].hasSteps }) { return fresh }
    report.guessedSteps += 1
    let inTime = candidates.filter { index in step.time.map { running[index].clock <= $0 } ?? true }
    let launching = inTime.filter { running[$0].isLaunching(step.kind.app ?? "") }
    return (launching.isEmpty ? inTime : launching).max { running[$0].clock < running[$1].clock }
      ?? candidates.last
  }

  private mutating func abandon(_ name: String?, lane: String) {
    let wanted = name.map(Self.plainName)
    let named = running.lastIndex { Self.plainName($0.name) == wanted }
    guard let index = named ?? running.lastIndex(where: { $0.lane == lane }) else { return }
    close(index, after: nil)
  }

  private mutating func close(_ index: Int, after seconds: Double?) {
    var test = running.remove(at: index)
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

extension LoggedActivity.Kind {
  /// The app that the step names, if any.
  fileprivate var app: String? {
    switch self {
    case .open(let app), .launch(let app), .terminate(let app), .idle(let app): app
    case .startTest, .preparation, .remark, .action: nil
    }
  }
}

/// A test whose end the log has not reached yet.
struct RunningTest {
  let name: String
  let lane: String
  /// The time of the latest step, in seconds since the test began.
  private(set) var clock = 0.0
  private(set) var hasSteps = false
  private(set) var launches: [FinishedLaunch] = []
  private var launch: PendingLaunch?

  init(name: String, lane: String) {
    self.name = name
    self.lane = lane
  }

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

  /// Whether the test is waiting for this app to come up.
  func isLaunching(_ app: String) -> Bool { launch?.app == app }

  mutating func add(_ step: LoggedActivity) {
    hasSteps = true
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
