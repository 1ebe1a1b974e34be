/// A test that a log is in the middle of.
struct RunningTest {
  let name: String
  let lane: String
  /// When the test was last heard of, in seconds since it began.
  private(set) var clock = 0.0
  private(set) var hasSteps = false
  private(set) var launches: [FinishedLaunch] = []
  private(set) var liveResets: [Double] = []
  private var launch: PendingLaunch?
  private var liveReset: Double?

  init(name: String, lane: String) {
    self.name = name
    self.lane = lane
  }

  struct FinishedLaunch {
    var app: String
    var seconds: Double
    /// Whether the log ends, or the test does, before the app had come to rest.
    var isCutShort: Bool
  }

  private struct PendingLaunch {
    var app: String
    var start: Double
    var depth: Int
    /// Whether more than the line `Open` is known: links are opened, too.
    var isCertain: Bool
    var isIdle = false
  }

  /// Whether the test waits for that app to come up.
  func isLaunching(_ app: String) -> Bool { launch?.app == app }

  mutating func add(_ step: LoggedActivity) {
    hasSteps = true
    clock = max(clock, step.time ?? clock)
    endLiveReset()
    if launch != nil { continueLaunch(with: step) }
    guard launch == nil else { return }
    switch step.kind {
    case .open(let app): begin(app, step, isCertain: false)
    case .launch(let app): begin(app, step, isCertain: true)
    case .liveReset: liveReset = clock
    default: break
    }
  }

  /// Ends the test, after so many seconds if that is known, and returns how long it took.
  mutating func end(after seconds: Double?) -> Double {
    let isOrderly = seconds != nil
    // A launch that is the last thing in a test goes on to its end.
    clock = max(clock, seconds ?? clock)
    endLiveReset()
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

  private mutating func endLiveReset() {
    guard let start = liveReset else { return }
    liveResets.append(clock - start)
    liveReset = nil
  }
}
