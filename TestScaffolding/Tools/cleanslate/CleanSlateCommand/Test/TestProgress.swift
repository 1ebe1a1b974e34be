import Foundation
import OperatingSystem
import Processes
import Records
import ToolOptions

/// What has become of the tests of a run so far: takes what they report and print, and tells it while they run.
final class TestProgress {
  var results = TestResults([])
  /// What is wrong, and is no failure of a test.
  private(set) var complaints: [String] = []
  private(set) var isInterrupted = false
  /// The tests of which only what they printed is known.
  private var printed: Set<String> = []
  /// Where tests that fail wait, if they are to.
  var pauses: PauseDesk?
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now
  /// Nil once it could not be written.
  private var log: Descriptor?
  private let showsOutput: Bool
  private var live: LiveLine
  private var tellsEach = true

  /// - Parameter log: Gets every line that is printed.
  init(log: Descriptor, showsOutput: Bool, live: LiveLine) {
    (self.log, self.showsOutput, self.live) = (log, showsOutput, live)
  }

  /// What weakens the verdict, and is nothing wrong.
  var reservation: String? {
    guard !printed.isEmpty else { return nil }
    return "The verdict on \(Amount.count(printed.count, "test")) of XCTest is read from the output alone: "
      + "no observer of AppDriver has told of them."
  }
  var seconds: Double { (clock.now - start) / .seconds(1) }
  /// Whether anything has been wrong so far, be it a test or not.
  var hasTrouble: Bool { !complaints.isEmpty || results.all.contains { $0.failureCount > 0 } }
  var showsInPassing: Bool { live.showsInPassing }

  /// Tests are to run so often; nil is no end. What passes is not told one by one any more.
  func beginRounds(_ rounds: Int?) {
    results.rounds = rounds
    tellsEach = false
  }

  func show(_ text: String) { live.show(text) }
  func print(_ text: String) { live.print(text) }
  func eraseLine() { live.erase() }
  func complain(_ text: String) { complaints.append(text) }
  func interrupt() { isInterrupted = true }

  /// Draws the line that lives, unless a test waits, and whoever reads of it is to be left in peace.
  func show() {
    do {
      try pauses?.turn { live.print($0) }
    } catch {
      complain("'--pause-on-failure' ended: \(error)")
      pauses?.close()
      pauses = nil
    }
    if pauses?.holds != true { live.show(results, seconds: seconds) }
  }

  /// Keeps a line that tests have printed.
  func log(_ line: String) {
    do {
      try log?.writeAll(Array("\(line)\n".utf8))
    } catch {
      log = nil
      complain("The log of what the tests print is cut off: \(error.reason).")
    }
    if showsOutput { live.print(line, asItIs: true) }
  }

  func take(_ events: [TestEvent], of framework: TestIdentity.Framework) {
    for event in events {
      results.take(event, of: framework)
      guard !live.isAlive, !showsOutput else { continue }
      switch event {
      case .skipped(let id, _): if framework == .swiftTesting, results[id]?.start == nil { tell(id) }
      case .ended(let id, _), .endedAt(let id, _): tell(id)
      default: break
      }
    }
  }

  /// Takes the end of a process, nil if that was interrupted: what has not ended by now is broken off.
  func end(of reader: ProcessReader, by status: ExitStatus?) {
    if reader.isPrinted { printed.formUnion(reader.started) }
    for (id, failures) in reader.failuresBefore.sorted(by: { $0.key < $1.key }) {
      results.failedToStart(id, failures)
      if !live.isAlive, !showsOutput { tell(id) }
    }
    guard let status else {
      interrupt()
      return results.interrupt(reader.running)
    }
    let rest = reader.running.count - 1
    let others = rest > 0 ? ", and \(rest) more" : ""
    results.cutOff(
      reader.running,
      because: "The test process ended while this test ran\(others). It \(status).\(reader.lastWords)")
    for complaint in reader.complaints(about: status) {
      complain("A process of \(reader.framework.rawValue): \(complaint)")
    }
  }

  /// Writes a line for a test that has ended. Of tests that run often, only what is wrong is told.
  private func tell(_ id: String) {
    guard let result = results[id], !result.test.name.isEmpty, tellsEach || !result.isGood else {
      return
    }
    let word = result.skipReason != nil && result.isGood ? "skipped" : result.isGood ? "passed" : "failed"
    let time = result.seconds.map { " (\(Amount.decimal($0, 3)) s)" } ?? ""
    let run = result.runs > 1 ? " in run \(result.runs)" : ""
    live.print("\(word) \(result.test.label)\(run)\(time)")
  }
}
