import Foundation
import Processes
import Records

/// Reads what a process of tests reports, of either framework: records that no test can write by printing, and where a
/// program with tests of XCTest has no observer of the driver's, what XCTest prints.
struct ProcessReader {
  let framework: TestIdentity.Framework
  /// The tests in the order in which they began first, and how often each did.
  private(set) var started: [String] = []
  private(set) var runs: [String: Int] = [:]
  /// Swift Testing skips a test that is disabled without having begun it.
  private(set) var skipped: Set<String> = []
  /// No record of XCTest says why it was skipped. What it prints does, which may be read before the record or after it.
  private var (unexplained, explanations): (Set<String>, [String: String]) = ([], [:])
  /// What the driver says of the runs; of those that came to the same one after the other, the sum.
  private(set) var leases: [Lease] = []
  /// What was wrong with tests that have not begun.
  private(set) var failuresBefore: [String: [TestFailure]] = [:]
  /// Those that have begun, and not ended.
  private(set) var running: Set<String> = []
  /// Those that have begun, and were not to run.
  private var strangers: Set<String> = []
  private let planned: Set<String>
  private var hasFailed = false
  /// Whether a test is told as broken off, which explains how the process ended.
  private var hasBrokenOff = false
  private var xcTest: XCTestReader
  private var events = EventReader()
  private var problems: [String] = []
  /// Whether all that is known of its tests is what they have printed.
  var isPrinted: Bool { framework == .xcTest && !events.hasBegun }
  private var hasLostRecords = false
  /// The message of a crash.
  private(set) var lastWords = ""

  /// - Parameter repetitions: How often each test may run.
  init(_ tests: [TestIdentity], of framework: TestIdentity.Framework, repetitions: Int = 1) {
    self.framework = framework
    planned = Set(tests.map(\.id))
    xcTest = XCTestReader(framework == .xcTest ? tests : [], repetitions: repetitions)
  }

  /// Reads a line that was printed. What was recorded until then has to be read before it.
  mutating func read(_ line: String) -> [TestEvent] {
    if line.parts(around: "Fatal error: ") != nil { lastWords = "\n" + line }
    let printed = xcTest.read(line)
    guard events.hasBegun else { return note(printed) }
    return printed.compactMap { event in
      switch event {
      case .printed: return event
      case .failedFurther(let id, let line): return .printed(id, line: line)
      case .skipped(let id, let reason):
        if unexplained.remove(id) != nil { return event }
        explanations[id] = reason
        return nil
      default: return nil
      }
    }
  }

  /// Reads a line of the records.
  mutating func read(record line: some Collection<UInt8>) -> [TestEvent] {
    let all = events.read(line)
    guard framework == .xcTest else { return note(all) }
    // What test cases a test runs itself is its own affair.
    let own = running.isEmpty ? all : all.filter { planned.contains($0.id) }
    return note(own.map { explained($0) })
  }

  private mutating func explained(_ event: TestEvent) -> TestEvent {
    guard case .skipped(let id, _) = event else { return event }
    if let reason = explanations.removeValue(forKey: id) { return .skipped(id, reason: reason) }
    unexplained.insert(id)
    return event
  }

  /// Reads a line that the driver has written.
  mutating func read(lease line: some Collection<UInt8>) {
    do {
      let lease = try JSONDecoder().decode(Lease.self, from: Data(line))
      let last = leases.last.flatMap { $0.test == lease.test && $0.failed == lease.failed ? $0 : nil }
      if last != nil { leases.removeLast() }
      leases.append(last?.adding(lease) ?? lease)
      // The same will be wrong for the tests after it.
      if let problem = lease.problem, !hasLostRecords {
        problems.append(problem)
        hasLostRecords = true
      }
    } catch {
      problems.append("A line of the driver's cannot be read (\(line.count) bytes).")
    }
  }

  /// Takes what is left where a line should have ended.
  mutating func read(restOfRecords records: [UInt8], ofLeases leases: [UInt8]) {
    events.read(rest: records)
    if !leases.isEmpty { problems.append("The driver's last line has no end (\(leases.count) bytes).") }
  }

  private mutating func note(_ events: [TestEvent]) -> [TestEvent] {
    var told: [TestEvent] = []
    for event in events.map(readable) {
      if case .failed(let id, let failure) = event, planned.contains(id), !started.contains(id) {
        hasFailed = true
        failuresBefore[id, default: []].append(failure)
        continue
      }
      told.append(event)
      switch event {
      case .started(let id, _):
        guard planned.contains(id) else {
          strangers.insert(id)
          break
        }
        if runs.updateValue(runs[id, default: 0] + 1, forKey: id) == nil { started.append(id) }
        running.insert(id)
        // What may still be read of why its last run was skipped is nothing of this one.
        unexplained.remove(id)
        told += (failuresBefore.removeValue(forKey: id) ?? []).map { .failed(id, $0) }
      case .failed: hasFailed = true
      case .skipped(let id, _): skipped.insert(id)
      case .ended(let id, _), .endedAt(let id, _): running.remove(id)
      case .cutOff(let id):
        running.remove(id)
        hasBrokenOff = true
      case .failedFurther, .printed: break
      }
    }
    return told
  }

  private func readable(_ event: TestEvent) -> TestEvent {
    guard framework == .xcTest, case .failed(let id, var failure) = event else { return event }
    failure.message = TestFailure.message(ofXCTest: failure.message)
    return .failed(id, failure)
  }

  /// What is wrong with the process, and told of no test.
  func complaints(about status: ExitStatus) -> [String] {
    // Suites begin, too.
    let strangers = strangers.subtracting(events.suites.keys).sorted()
    var all = events.problems + problems
    if !strangers.isEmpty {
      all.append("It ran what it was not to run: \(strangers.joined(separator: ", ")).")
    }
    guard running.isEmpty, !hasBrokenOff else { return all }
    let hasEnded = events.hasBegun ? events.hasEnded : xcTest.hasEnded
    switch status {
    case .exited(0) where hasEnded: return all
    case .exited(1) where hasEnded && hasFailed: return all
    case .exited(1) where hasEnded: return all + ["It \(status), although no test failed."]
    case .exited(0): return all + ["It ended before its tests had come to their end."]
    // A failure does not explain this end, and another run of the failed test does not undo it.
    default: return all + ["It \(status), while no test ran."]
    }
  }
}

extension Lease {
  /// The sum of two runs that came to the same, with the steps of the first that failed or the last that did not.
  fileprivate func adding(_ other: Lease) -> Lease {
    let leaks = (leaks ?? []) + (other.leaks ?? [])
    return Lease(
      test: test, seconds: seconds + other.seconds, failed: failed, leaks: leaks.isEmpty ? nil : leaks,
      steps: failed == true ? steps ?? other.steps : other.steps)
  }
}
