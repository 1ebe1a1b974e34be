#if DEBUG
import ControlProtocol
import OperatingSystem
import Records

// What the adapters for XCTest and Swift Testing do around each test.
extension App {
  /// Declares a known leak: this test leaks something and does not fail for it. It fails if nothing leaks.
  ///
  /// ```swift
  /// app.knownLeak("Basket", holder: "held in a cycle: Basket.onChange *", reason: "the shop is being rebuilt")
  /// ```
  ///
  /// The test fails if there are more or fewer leaks than `count`; calling this twice with the same arguments accepts
  /// twice as many. A leak that several resets of the test report with the same type, name and generation counts once,
  /// even if its holders change. A test may therefore repeat the call each time it sees the leak, without having to
  /// leak more.
  ///
  /// - Parameters:
  ///   - what: The type as the leak report writes it, or type and name: `descriptor /tmp/index`. For something of the
  ///     process that a reset cannot put back, its name: `signal handler SIGUSR1`. A `*` stands for any characters.
  ///   - holder: A line that the report prints below the leak; a `*` stands for any characters. Without one, any holder
  ///     is accepted.
  ///   - count: How many leaks there are.
  ///   - reason: Why the leak is there and may stay for now.
  ///   - until: The last day on which the leak is accepted: `2027-03-31`.
  ///   - file: The file of the call, which a complaint about it names.
  ///   - line: The line of the call.
  public func knownLeak(
    _ what: String, holder: String? = nil, count: Int = 1, reason: String, until: String? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    var known = KnownLeak(what, holder: holder, count: count, reason: reason, until: until)
    known.place = SourcePlace(file: "\(file)", line: Int(line)).short
    withRecord { $0.add(known) }
    running?.process.output.note("known leak of \(what): \(reason)")
  }

  /// Makes the test fail if the leak walk meets something that it cannot look into.
  ///
  /// Whatever lies behind such a place, for example behind a pointer, can leak unseen. The test fails at its end and
  /// names each place that one of its resets met; ``ControlProtocol/ResetReceipt/notLookedInto`` lists those of a
  /// single reset.
  public func expectEverythingLookedInto() {
    withRecord { $0.expectsEverythingLookedInto = true }
  }

  /// Prepares the app for a test: on a clean slate, in a healthy process.
  ///
  /// - Parameter isTest: Whether a test begins with it.
  package func begin(
    isTest: Bool = false, arguments: [String] = [], environment: [String: String] = [:],
    state: AppState? = nil, slate kind: Slate = .live
  ) throws {
    wanted = Configuration(arguments: arguments, environment: environment, state: state?.name)
    try willUse(nil)
    if isTest {
      try recorder.begin()
      usual = wanted
    }
    try makeCleanSlate(kind, state)
    withRecord { $0.kind = kind }
    if isTest {
      recorder.beginTest()
      recordForPause()
    }
  }

  private func makeCleanSlate(_ kind: Slate, _ state: AppState?) throws {
    let isNew = try makeNewProcess(kind)
    // What the end of the process before has shown is no fault of this test.
    withRecord { $0 = SlateRecord() }
    // What the journey to a state leaves behind is seen by the reset after it, and does not blame this test.
    let id = try state.map(provide)
    if isNew, state == nil { return }
    if try isOnCleanSlate(id) { return }
    do {
      try reset(to: state?.name, at: nil)
    } catch let error as AppError where error.isAboutConfiguration {
      throw error
    } catch {
      try relaunch(reason: "the reset before a test failed: \(error)", to: state)
    }
    let found = withRecord(\.self)
    if !found.isClean {
      // This test is not to blame for what an earlier test left behind without reporting it.
      try relaunch(reason: "the reset before a test found: \(found.summary)", to: state)
    }
    withRecord { $0 = SlateRecord() }
  }

  private func relaunch(reason: String, to state: AppState?) throws {
    try relaunch(reason: reason)
    if let state { try reset(to: state.name, at: nil) }
  }

  /// Launches the app if it has no process that a test can take over; returns whether that was so.
  private func makeNewProcess(_ kind: Slate) throws -> Bool {
    let reason = try kind.reason(in: settings.environment)
    // If the previous test ended the process, `relaunchReason` says why.
    guard let running else {
      if relaunchReason == nil, reason == nil, takeOver() { return false }
      try restart(reason: relaunchReason)
      return true
    }
    if kind == .process {
      try restart(reason: reason)
      return true
    }
    guard let status = running.process.exitStatus else { return false }
    try relaunch(reason: "the process \(status) between two tests")
    return true
  }

  /// Whether the reset after the last test has left just what is wanted, and nothing has happened to the app since.
  private func isOnCleanSlate(_ state: String?) throws -> Bool {
    guard let app = untouched, app.running.configuration == wanted, app.receipt.restored?.id == state
    else { return false }
    try recorder.step("Find \(executableName) on a clean slate") { _ in }
    return true
  }

  /// Takes the app back from a test, and returns the problems that the test has to report as failures.
  ///
  /// A process that can no longer be trusted is ended here, and the next test gets a new one. So is every process with
  /// `slate: .process`, or `CLEANSLATE_RELAUNCH=1` in the environment; then nothing looks for leaks.
  ///
  /// - Parameters:
  ///   - isCancelled: Whether the test was not run to its end, so that what it has not done says nothing.
  ///   - hold: Gets the problems, while the app is still there.
  package func end(
    testName: String, failed: Bool, isCancelled: Bool = false, hold: (_ problems: String) -> Void = { _ in }
  ) -> [String] {
    recorder.endTest()
    var complaints: [String] = []
    var reason = failed ? "a failure in \(testName)" : nil
    var hasLooked = false
    complaints += finishRecording(isWhole: !failed && !isCancelled)
    if let running {
      if let fate = running.process.fate {
        if !running.process.isEndTold { complaints.append("\(executableName) \(fate) during the test") }
        reason = "in \(testName) the process \(fate)"
        // A wrong word in the environment has failed the beginning of the test.
      } else if let relaunch = try? withRecord(\.kind).reason(in: settings.environment) {
        noteUnanswered()
        reason = reason ?? relaunch
      } else {
        // What the test has asked for no longer applies: the next one probably begins as this one did. The variables of
        // the launch stay, because a running process keeps them.
        wanted = Configuration(arguments: usual.arguments, environment: running.environment)
        do {
          // A test that has failed may have had its leak still before it.
          hasLooked = try resetAfterTest() != nil && !failed && !isCancelled
        } catch {
          complaints.append("The reset after the test failed: \(error)")
          reason = reason ?? "the reset after \(testName) failed"
        }
      }
    }
    let found = withRecord { record in
      record.hasLooked = record.hasLooked && hasLooked
      return record
    }
    complaints += found.complaints
    if !found.isClean { reason = reason ?? "\(testName): \(found.summary)" }
    recorder.add("Tear Down")
    if recorder.kept == .on || failed || !complaints.isEmpty { keepScreensAndRequests() }
    if !complaints.isEmpty { hold(complaints.joined(separator: "\n")) }
    if let reason { prepareLaunch(because: reason) }
    return complaints
  }
}

extension App {
  /// Begins as this test did or, if the state with which it did is gone, with nothing: the leak gate needs none, and the next
  /// test that wants it says what is wrong.
  private func resetAfterTest() throws -> ResetReceipt? {
    do {
      return try reset(to: usual.state, at: nil)
    } catch let error as AppError where usual.state != nil && error.isAboutConfiguration {
      return try reset(at: nil)
    }
  }
}

extension AppError {
  fileprivate var isAboutConfiguration: Bool {
    if case .refused(_, _, let reply) = self { reply.code == .badConfiguration } else { false }
  }
}

extension SlateRecord {
  /// What was not clean.
  var findings: [String] { leaks.map { "leaked \($0)" } + problems }

  fileprivate var summary: String { findings.joined(separator: "; ") }
}
#endif
