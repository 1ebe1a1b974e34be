#if DEBUG
import ControlProtocol
import ElementTree
import Records
import Synchronization

/// Records what a test does with an app, for the trace.
final class TraceRecorder: Sendable {
  private let mode: Result<TraceMode, RecordError>
  private let start: Result<ProcessStart?, RecordError>
  let cache: TraceCache
  private let contents = Mutex(Contents())

  private struct Contents {
    var trace = TestTrace()
    var desk: AuditDesk?
    var thrown: [ThrownError] = []
  }

  /// How many thrown errors are remembered: threads of a test may throw at once, and a test may catch an error and go on.
  private static let mostThrown = 8

  /// An error, and the call of the test that has thrown it.
  struct ThrownError {
    let text: String
    let place: CallPlace
    let time = ContinuousClock.now
  }

  init(environment: [String: String]) {
    mode = Result { () throws(RecordError) in try TraceMode(environment: environment) }
    start = Result { () throws(RecordError) in try ProcessStart.read(environment) }
    cache = TraceCache()
  }

  /// The recorder of the next test with the app of that one.
  init(after last: TraceRecorder) {
    (mode, start, cache) = (last.mode, last.start, last.cache)
    let trace = last.current
    contents.withLock { $0.trace = trace }
  }

  /// Judges what tests look at, while the app is of a pool.
  var auditDesk: AuditDesk? {
    get { contents.withLock(\.desk) }
    set { contents.withLock { $0.desk = newValue } }
  }

  /// Which traces are kept; none if nobody understands what was asked for.
  var kept: TraceMode { (try? mode.get()) ?? .off }

  /// What the run asks of its tests.
  var run: ProcessStart? { (try? start.get()) ?? nil }

  /// The trace of the test that runs, or of the last one.
  var current: TestTrace { contents.withLock(\.trace) }

  /// What calls with a place have thrown last in this test.
  var thrown: [ThrownError] { contents.withLock(\.thrown) }

  /// Forgets the test before.
  func forget() {
    contents.withLock { $0.thrown = [] }
    change { $0 = TestTrace(after: $0) }
  }

  /// Notes that a test begins.
  func begin() throws {
    _ = (try mode.get(), try start.get())
    forget()
    add("Start Test")
  }

  /// From here on, the test has its clean slate. That is known also where no trace is kept, and so is its end.
  func beginTest() { contents.withLock { $0.trace.beginOwnSteps() } }
  func endTest() { contents.withLock { $0.trace.endOwnSteps() } }

  /// Notes what the body throws with the place of the call, which neither test framework knows.
  func placed<Answer>(at place: CallPlace?, _ body: () throws -> Answer) throws -> Answer {
    do {
      return try body()
    } catch {
      note(error, thrownAt: place)
      throw error
    }
  }

  private func note(_ error: any Error, thrownAt place: CallPlace?) {
    // Whoever cancels a test knows why.
    guard let place, !(error is CancellationError) else { return }
    let error = ThrownError(text: "\(error)", place: place)
    contents.withLock { $0.thrown = $0.thrown.suffix(Self.mostThrown - 1) + [error] }
  }

  /// Adds what only happens; a greater depth marks it as part of the step before.
  func add(_ text: @autoclosure () -> String, depth: Int = 0) {
    change { _ = $0.add(text(), element: nil, at: nil, depth: depth) }
  }

  /// Adds what of the app the trace lacks, and why.
  func add(missing what: String, because error: any Error) {
    add("Could not fetch the \(what): \(Self.beginning(of: error))")
  }

  private static func beginning(of error: any Error) -> String {
    "\(error)".split(whereSeparator: \.isNewline).first.map { String($0.prefix(500)) } ?? "\(type(of: error))"
  }

  /// Notes that the app is idle, and which screen it shows.
  func add(showing screen: String?) { add(screen.map { "Show \"\($0)\"" } ?? "Show no screen") }

  /// Takes a step, and notes how long it lasted.
  func step<Answer>(
    _ text: @autoclosure () -> String, element: @autoclosure () -> String? = nil, at place: CallPlace? = nil,
    _ body: (Int) throws -> Answer
  ) throws -> Answer {
    guard kept != .off else { return try placed(at: place) { try body(0) } }
    let (text, element) = (text(), element())
    let number = contents.withLock { $0.trace.add(text, element: element, at: place, depth: 0) }
    do {
      let answer = try body(number)
      contents.withLock { $0.trace.end(number, error: nil) }
      return answer
    } catch {
      note(error, thrownAt: place)
      // The whole text is in the failure.
      contents.withLock { $0.trace.end(number, error: Self.beginning(of: error)) }
      throw error
    }
  }

  func read<Value>(_ body: (TestTrace) -> Value) -> Value { contents.withLock { body($0.trace) } }

  /// Changes the trace, if there is one.
  func change(_ body: (inout TestTrace) -> Void) {
    guard kept != .off else { return }
    contents.withLock { body(&$0.trace) }
  }
}

/// Puts into words what a test asks of an app, for its trace.
enum StepText {
  static func of(_ route: ControlRoute, _ body: some Encodable) -> String {
    switch body {
    case let tap as TapRequest: "Tap \"\(tap.id)\""
    // What is typed into another field may be a secret.
    case let typing as TypeRequest where typing.roles == [Role.textField.rawValue]:
      "Type \"\(typing.text)\" into \"\(typing.id)\""
    case let typing as TypeRequest: "Type \(typing.text.count) characters into \"\(typing.id)\""
    case let link as OpenRequest: "Follow link \(link.link)"
    case let keys as KeysRequest: "Press \(keys.keys.joined(separator: " "))"
    case is BackRequest: "Go back"
    case let clock as ClockRequest: clock.description.prefix(1).uppercased() + clock.description.dropFirst()
    case let save as SaveStateRequest: "Save the state \"\(save.name)\""
    default: "Ask for \(route.path)"
    }
  }
}
#endif
