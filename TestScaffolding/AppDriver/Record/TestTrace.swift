#if DEBUG
import ControlProtocol
import ElementTree
import Foundation
import Records

/// The line of a test, or of a page object, that asked for a step.
struct CallPlace: Sendable {
  let file: StaticString
  let line: UInt

  var source: SourcePlace { SourcePlace(file: "\(file)", line: Int(line)) }
}

/// What one test did with its app, and what it saw of it.
///
/// It stays small however long the test is: of many steps only the first and the last are kept, and a screen is kept
/// once, as long as a kept step leads to it.
struct TestTrace: Sendable {
  /// A screen of one process of the app.
  struct Frame {
    let process: Int
    /// When it was drawn or looked at; before the test for what that has found.
    let time: Duration
    let tree: Element
  }

  /// A request of one process of the app.
  struct Request {
    let process: Int
    let time: Duration
    let traced: TracedRequest
  }

  let date = Date()
  let start = ContinuousClock.now
  /// The same instant, as other processes count, and from which all times here do.
  private let uptime = ProcessInfo.processInfo.systemUptime
  private(set) var first: [TestStep] = []
  private(set) var last: [TestStep] = []
  private(set) var stepsLeftOut = 0
  /// In the order of their times, of each process.
  private(set) var frames: [Frame] = []
  private var process = 0
  /// When the latest screen of the process was drawn that the app itself has handed over.
  private(set) var lastDrawing: Double?
  /// The screens of the process that the app need not hand over again, by their numbers.
  private var known: [Int: Element] = [:]
  private var lastLook: (process: Int, revision: Int)?
  /// Until when the screens of a process are all known.
  private var wholeUntil: [Int: Duration] = [:]
  /// What was drawn and nobody has judged yet.
  private(set) var drawings = Drawings()
  /// In the order in which they were made; of very many, the latest.
  private(set) var requests: [Request] = []
  private(set) var failures: [TestFailure] = []
  /// The receipts of the latest resets, each with its step.
  private(set) var receipts: [TraceLine.Receipt] = []
  /// What launching and resetting has cost so far.
  private(set) var summary = TestSummary(outcome: "running", seconds: 0)
  /// What the app's clock shows; nil while it runs.
  var clock: String?
  var events: [LogReply.Entry] = []
  /// Whether the app's memory is measured, so that nothing is asked of it that costs some.
  var isMeasured = false
  private var count = 0
  /// The numbers of the first and the last step of the test itself.
  private var own = (first: Int.max, last: 0)
  /// When the test itself had ended.
  private var ownEnd: Duration?
  /// What was drawn before, the last reset has taken away.
  private var lastReset: Duration?

  init() {}

  /// Creates the trace of the next test, which begins with the screen that the last one has left.
  init(after last: TestTrace) {
    (process, lastDrawing, clock, known) = (last.process, last.lastDrawing, last.clock, last.known)
    drawings = last.drawings.forNextTest
    let age = Duration.seconds(uptime - last.uptime)
    // What ends a test, too, takes away what it has shown.
    lastReset = (last.ownEnd ?? last.lastReset).map { $0 - age }
    if let frame = last.frames.last, frame.process == process {
      frames = [Frame(process: process, time: frame.time - age, tree: frame.tree)]
    }
  }

  private static let mostFirst = 200
  private static let mostLast = 1_000
  private static let mostRequests = 500
  private static let mostReceipts = 20
  private static let mostFailures = 100

  var steps: [TestStep] { first + last }
  private var time: Duration { .seconds(ProcessInfo.processInfo.systemUptime - uptime) }

  /// Adds a step that begins now, and returns its number.
  mutating func add(_ text: String, element: String?, at place: CallPlace?, depth: Int) -> Int {
    count += 1
    let step = TestStep(
      number: count, at: time.wholeNanoseconds, depth: depth, text: text, element: element,
      file: place.map { "\($0.file)" }, line: place.map { Int($0.line) }, clock: clock)
    if first.count < Self.mostFirst {
      first.append(step)
    } else {
      last.append(step)
      if last.count > Self.mostLast { thinOut() }
    }
    return count
  }

  /// Seldom, because the others move up.
  private mutating func thinOut() {
    stepsLeftOut += Self.mostLast / 2
    last.removeFirst(Self.mostLast / 2)
    let kept = Set(steps.compactMap(frameIndex))
    frames = frames.indices.filter(kept.contains).map { frames[$0] }
  }

  mutating func end(_ number: Int, error: String?) {
    let (now, process, clock) = (time.wholeNanoseconds, process, clock)
    func end(_ step: inout TestStep) {
      (step.nanoseconds, step.process, step.error, step.clock) = (now - step.at, process, error, clock)
    }
    if let index = last.lastIndex(where: { $0.number == number }) {
      end(&last[index])
    } else if number > 0, number <= first.count {
      end(&first[number - 1])
    }
  }

  /// Notes that another process begins, and what its clock shows, if that is known already.
  mutating func beginProcess(clock: String? = nil) {
    process += 1
    self.clock = clock
    (lastDrawing, known) = (nil, [:])
    drawings.beginProcess()
  }

  /// Keeps what the app shows right now, and returns whether that is new. What was drawn once is kept once, however often it is
  /// looked at.
  @discardableResult
  mutating func keep(_ tree: Element, revision: Int) -> Bool {
    let isKnown = lastLook.map { $0 == (process, revision) } ?? false
    let tree = isKnown ? frames.last { $0.process == process }?.tree ?? tree : tree
    frames.append(Frame(process: process, time: time, tree: tree))
    lastLook = (process, revision)
    return !isKnown
  }

  /// Keeps what the app itself has kept of its screens, in the place of what was looked at.
  mutating func keep(_ screens: [TraceReply.Screen]) {
    wholeUntil[process] = time
    for screen in screens { if let tree = try? screen.tree?.element() { known[screen.number] = tree } }
    guard let last = screens.last, let first = screens.first.map({ Duration.seconds($0.uptime - uptime) })
    else {
      return
    }
    lastDrawing = last.uptime
    drawings.add(screens, known)
    frames.removeAll { $0.process == process && $0.time >= first }
    frames += screens.compactMap { screen in
      known[screen.number].map {
        Frame(process: process, time: .seconds(screen.uptime - uptime), tree: $0)
      }
    }
    if known.count > TraceReply.latest {
      let oldest = lastKnown - TraceReply.latest
      known = known.filter { $0.key > oldest }
    }
  }

  /// The number of the last screen that need not be handed over again.
  var lastKnown: Int { known.keys.max() ?? 0 }

  /// Keeps what the app has asked servers for since the test began, each request as it was seen last.
  mutating func keep(_ traced: [TracedRequest]) {
    let new = traced.map { Request(process: process, time: .seconds($0.uptime - uptime), traced: $0) }
      .filter { $0.time >= .zero }
    guard !new.isEmpty else { return }
    let numbers = Set(new.map(\.traced.request.number))
    requests.removeAll { $0.process == process && numbers.contains($0.traced.request.number) }
    requests = (requests + new).suffix(Self.mostRequests)
  }

  /// The screen that a step led to, if it is known.
  func frameIndex(of step: TestStep) -> Int? {
    guard let nanoseconds = step.nanoseconds, let process = step.process else { return nil }
    let end = Duration.nanoseconds(step.at + nanoseconds)
    guard let index = frames.lastIndex(where: { $0.process == process && $0.time <= end }) else { return nil }
    // Without the app's own history, the screen may have changed since somebody looked.
    let isKnown = wholeUntil[process].map { $0 >= end } ?? false
    return isKnown || frames[index].time >= .nanoseconds(step.at) ? index : nil
  }

  mutating func addReset(
    _ receipt: ResetReceipt, step: Int, since start: ContinuousClock.Instant, clock: String?
  ) {
    summary.resets += 1
    let duration = ContinuousClock.now - start
    summary.resetNanoseconds += duration.wholeNanoseconds
    if ownEnd == nil { lastReset = time - duration }
    self.clock = clock
    if receipts.count == Self.mostReceipts { receipts.removeFirst() }
    receipts.append(TraceLine.Receipt(step: step, receipt: receipt))
  }

  /// What was drawn since this was asked last, each drawing and each change once.
  mutating func takeDrawings() -> Drawings {
    defer { drawings = drawings.forNextTest }
    return drawings
  }

  mutating func addLaunch(_ time: Duration) {
    summary.launches += 1
    summary.launchNanoseconds += time.wholeNanoseconds
  }

  mutating func addFailure(_ message: String, file: String?, line: Int?) {
    guard failures.count < Self.mostFailures else { return }
    failures.append(
      TestFailure(message: message, file: file, line: line, at: time.wholeNanoseconds, step: stepOfFailure))
  }

  /// What is found after the test was found by the reset there; nobody has to look at what follows it.
  private var stepOfFailure: Int {
    guard ownEnd != nil, let reset = receipts.last?.step, reset > own.last else { return count }
    return reset
  }

  // MARK: - The steps of the test itself

  /// From here on, the steps are those of the test, and not of its clean slate.
  mutating func beginOwnSteps() {
    own = (count + 1, .max)
    drawings.beginTest(at: ProcessInfo.processInfo.systemUptime)
  }

  /// From here on, the steps are those of the reset after the test.
  mutating func endOwnSteps() { (own.last, ownEnd) = (count, time) }

  /// Whether the test has its clean slate, and has not ended.
  var isOfRunningTest: Bool { own.first != .max && own.last == .max }

  /// The steps from the clean slate to the end of the test, with its failures.
  var ownSteps: [TestStep] {
    let failed = failures.map { failure in
      let line = failure.message.split(whereSeparator: \.isNewline).first ?? ""
      return TestStep(number: failure.step ?? 0, at: failure.at ?? 0, text: "Fail: \(line)")
    }
    let all: [TestStep] =
      steps.filter { $0.number >= own.first && $0.number <= own.last }
      + failed.filter { $0.number >= own.first - 1 && $0.number <= own.last }
    // A failure stands behind the step after which it happened.
    return all.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
      .map { $0.element }
  }

  /// The last screen that the test has seen, without what its last reset has brought, and what the one before has taken away.
  var screen: Element? {
    frames.last {
      $0.process == process && $0.time <= ownEnd ?? $0.time && $0.time >= lastReset ?? $0.time
    }?.tree
  }

  /// The steps as text.
  var lines: String {
    let gap = stepsLeftOut > 0 ? ["(\(stepsLeftOut) steps are left out)"] : []
    func list(_ steps: [TestStep]) -> [String] { steps.map { $0.line(as: $0.number) } }
    return (list(first) + gap + list(last)).joined(separator: "\n") + "\n"
  }
}
#endif
