#if DEBUG
import ControlProtocol
import OperatingSystem
import Synchronization

// What the frameworks' adapters do around each test.
extension App {
  /// Expects that the current test leaks something, which then does not fail it; that it does not leak does.
  ///
  /// ```swift
  /// app.knownLeak("Basket", holder: "held in a cycle: Basket.onChange *", reason: "the shop is being rebuilt")
  /// ```
  ///
  /// No more than `count` leaks are accepted; the same line twice accepts two. One more fails the test, and so does one
  /// less. A leak that is seen at several resets of the test, with the same type, name and generation, is one, whoever
  /// holds it by then; its line may be said again each time that it is seen, and then asks for no more than before.
  ///
  /// - Parameters:
  ///   - what: The type as the leak report has it, or type and name: `descriptor /tmp/index`. A `*` stands for any
  ///     characters.
  ///   - holder: A line that the report has below the leak; a `*` stands for any characters. Without one, it does not
  ///     matter who holds it.
  ///   - count: How many leaks there are.
  ///   - reason: Why the leak is there and may stay for now.
  ///   - until: The last day on which the leak is accepted: `2027-03-31`.
  public func knownLeak(
    _ what: String, holder: String? = nil, count: Int = 1, reason: String, until: String? = nil
  ) {
    let known = KnownLeak(what, holder: holder, count: count, reason: reason, until: until)
    contents.withLock { contents in
      contents.slate.add(known)
      contents.running?.process.output.note("known leak of \(what): \(reason)")
    }
  }

  /// Expects that the leak walk can look into all that the current test has the app hold.
  ///
  /// What it cannot look into, such as the memory behind a pointer, can leak unseen. The test fails at its end if any of
  /// its resets met something of the kind, and names it; ``ControlProtocol/ResetReceipt/notLookedInto`` has it for each.
  public func expectEverythingLookedInto() {
    contents.withLock { $0.slate.expectsEverythingLookedInto = true }
  }

  /// Gives the app to a test: on a clean slate, in a process that nothing is wrong with.
  ///
  /// A test that gets no clean slate has ended with that, for the log, too.
  package func begin(
    testName: String? = nil, arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    if let testName { try activities?.begin(test: testName) }
    do {
      try makeCleanSlate(arguments, environment)
    } catch {
      if testName != nil { _ = activities?.end(failed: true) }
      throw error
    }
  }

  private func makeCleanSlate(_ arguments: [String], _ environment: [String: String]) throws {
    contents.withLock { contents in
      contents.launchArguments = arguments
      contents.launchEnvironment = environment
      contents.slate = SlateRecord()
    }
    guard let running = contents.withLock(\.running) else {
      // The end of the test before says why there is no process, where it took it away.
      let reason = contents.withLock(\.relaunchReason)
      return try lifecycle.withLock { _ in try restart(keepData: false, reason: reason) }
    }
    if let status = running.process.waitForExit(until: Deadline(in: .zero)) {
      return try relaunch(reason: "the process \(status) between two tests")
    }
    do {
      try reset()
    } catch let error as AppError where error.isAboutConfiguration {
      throw error
    } catch {
      return try relaunch(reason: "the reset before a test failed: \(error)")
    }
    let found = contents.withLock(\.slate)
    if !found.isClean {
      // What an earlier test left, and did not answer for, is not this one's fault.
      try relaunch(reason: "the reset before a test found: \(found.summary)")
    }
    contents.withLock { $0.slate = SlateRecord() }
  }

  /// Takes the app back from a test, and returns what the test has to answer for.
  ///
  /// A process that cannot be trusted any more is ended here; the next test gets another. So it is for every test with
  /// `CLEANSLATE_RELAUNCH=1` in the environment, to compare with: then nothing looks for leaks after a test.
  package func end(testName: String, failed: Bool) -> [String] {
    var complaints: [String] = []
    var reason = failed ? "a failure in \(testName)" : nil
    let running = contents.withLock(\.running)
    if let running, let status = running.process.waitForExit(until: Deadline(in: .zero)) {
      complaints.append("\(executableName) \(status) during the test")
      reason = "a crash in \(testName): the process \(status)"
    } else if running != nil, settings.environment["CLEANSLATE_RELAUNCH"] == "1" {
      reason = reason ?? "CLEANSLATE_RELAUNCH=1 asks for a new process for each test"
    } else if running != nil {
      contents.withLock { contents in
        // What the test asked for is over; the variables of the launch cannot be taken from the process.
        contents.launchArguments = []
        contents.launchEnvironment = contents.running?.environment ?? [:]
      }
      do {
        try reset()
      } catch {
        complaints.append("The reset after the test failed: \(error)")
        reason = reason ?? "the reset after \(testName) failed"
      }
    }
    let found = contents.withLock(\.slate)
    complaints += found.complaints
    if !found.isClean { reason = reason ?? "\(testName): \(found.summary)" }
    if let problem = activities?.end(failed: failed || !complaints.isEmpty) { complaints.append(problem) }
    if let reason {
      terminate()
      contents.withLock { $0.relaunchReason = reason }
    }
    return complaints
  }
}

extension AppError {
  fileprivate var isAboutConfiguration: Bool {
    if case .refused(_, _, let reply) = self { reply.code == .badConfiguration } else { false }
  }
}

extension SlateRecord {
  fileprivate var summary: String {
    (leaks.map { "leaked \($0)" } + problems).joined(separator: "; ")
  }
}
#endif
