#if DEBUG
import Records
import Synchronization

/// The apps of one test, from the lease to the return: each on a clean slate at its beginning and behind the leak gate at
/// its end, and with evidence of all if the test fails.
final class LeasedApps: Sendable {
  /// An app of the test, and what the test calls it if it has several.
  struct Member: Sendable {
    let role: String?
    let app: App
    let evidence: TestEvidence
  }

  let members: [Member]
  private let watch: LeaseWatch
  private let pool: AppPool
  private let module: String
  private struct Progress {
    var begun: Set<Int> = []
    var groups: [String: Sandbox] = [:]
    var isOver = false
  }
  private let progress = Mutex(Progress())

  /// `attach` hands a text to the test framework, where that takes some.
  init(
    _ apps: [(role: String?, app: App)], of test: TestIdentity, from pool: AppPool, results: String,
    timings: String?,
    attach: @escaping @Sendable (_ text: String, _ name: String) -> Void = { _, _ in }
  ) {
    watch = LeaseWatch(test: test.id, file: timings)
    module = test.module
    members = apps.map { role, app in
      app.recorder.auditDesk = pool.audit
      // An app that does not begin has nothing to tell of the test before.
      app.recorder.forget()
      app.withRecord { $0 = SlateRecord() }
      var test = test
      (test.app, test.role) = (app.executableName, role)
      let evidence = TestEvidence(of: app, test: test, in: results) { text, name in
        attach(text, role.map { "\($0) \(name)" } ?? name)
      }
      return Member(role: role, app: app, evidence: evidence)
    }
    self.pool = pool
  }

  /// Whether the test has ended.
  var isOver: Bool { progress.withLock(\.isOver) }

  /// The app with this name; without one the only app, or the one that was given no name.
  func app(_ role: String?) throws(AppError) -> App {
    if isOver { throw .outsideOfTest }
    if let member = members.first(where: { $0.role == role }) { return member.app }
    if role == nil, members.count == 1 { return members[0].app }
    throw .whichApp(wanted: role, there: members.compactMap(\.role))
  }

  /// Gives the app that the trait speaks of a clean slate; the first time, the test begins with it.
  func begin(_ trait: AppTrait) throws {
    guard let index = members.firstIndex(where: { $0.role == trait.role }) else {
      throw AppError.whichApp(wanted: trait.role, there: members.compactMap(\.role))
    }
    let app = members[index].app
    guard app.name == trait.name else { throw AppError.otherApp(current: app.name, wanted: trait.name) }
    let isFirst = progress.withLock { $0.begun.insert(index).inserted }
    do {
      if isFirst, let group = trait.group {
        app.keepGroups(
          in: try folder(of: group, app), because: "it shares what the groups of \"\(group)\" share")
      }
      try app.begin(
        isTest: isFirst, arguments: trait.launchArguments, environment: trait.launchEnvironment,
        state: trait.state, slate: trait.slate)
    } catch {
      if isFirst { progress.withLock { _ = $0.begun.remove(index) } }
      throw error
    }
  }

  private func folder(of group: String, _ app: App) throws -> String {
    try progress.withLock { progress in
      if let there = progress.groups[group] { return there.data }
      let folder = try Sandbox(in: app.settings.temporaryFolder)
      progress.groups[group] = folder
      return folder.data
    }
  }

  /// The line of the call of the driver that has thrown the error of which the text tells: neither test framework knows
  /// where an error comes from.
  func place(ofErrorIn text: String) -> SourcePlace? { origin(ofErrorIn: text)?.error.place.source }

  /// Whose call has thrown the error: of several that have thrown the same one, the last.
  private func origin(ofErrorIn text: String) -> (member: Int, error: TraceRecorder.ThrownError)? {
    let thrown = members.indices.flatMap { index in
      members[index].app.recorder.thrown.map { (member: index, error: $0) }
    }
    return thrown.filter { text.contains($0.error.text) }.max { $0.error.time < $1.error.time }
  }

  /// The line of the test's last call of the driver. What is found after the test has happened by then.
  var lastCall: SourcePlace? {
    let calls = members.compactMap { member in
      member.app.recorder.read { trace in
        trace.ownSteps.last { $0.place != nil }.map { ($0.place, time: trace.start + .nanoseconds($0.at)) }
      }
    }
    return calls.max { $0.time < $1.time }?.0
  }

  var hasFailed: Bool { members.contains { $0.evidence.hasFailed } }

  /// Notes a failure of the test. Saves the evidence of the first one, of all apps, and returns where it is: first that of
  /// the app whose call has thrown the error of which the text tells.
  func record(_ description: String, file: String? = nil, line: Int? = nil) -> String? {
    var sorted = members
    if let origin = origin(ofErrorIn: description)?.member {
      sorted.insert(sorted.remove(at: origin), at: 0)
      sorted[0].app.running?.process.noteTold(by: description, of: sorted[0].app.executableName)
    }
    var lines: [Substring] = []
    for kept in sorted.compactMap({ $0.evidence.record(description, file: file, line: line) }) {
      lines += kept.split(separator: "\n").filter { !lines.contains($0) }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Looks for what the test has left in its apps, and returns what it has to report as failures.
  ///
  /// - Parameter isCancelled: Whether the test was not run to its end, and so has not passed.
  func end(testName: String, isCancelled: Bool) -> [String] {
    let begun = progress.withLock(\.begun)
    let failed = hasFailed
    func told(_ complaints: [String], of member: Member) -> [String] {
      complaints.map { complaint in member.role.map { "\($0): \(complaint)" } ?? complaint }
    }
    var complaints = members.indices.filter(begun.contains).flatMap { index in
      let member = members[index]
      let pending = judge(member)
      let complaints = member.app.end(testName: testName, failed: failed, isCancelled: isCancelled) {
        member.evidence.pause(because: $0, at: lastCall)
      }
      let verdict = pending.verdict()
      member.app.withRecord { $0.add(verdict) }
      return told(complaints + verdict.complaints, of: member)
    }
    do {
      try watch.tell(members.flatMap { $0.app.withRecord(\.foundByResets) })
    } catch {
      complaints.append("\(Lease.untold): \(error)")
    }
    if complaints.isEmpty, !failed, !isCancelled {
      complaints = members.flatMap { told($0.app.writeRecording(), of: $0) }
    }
    return complaints
  }

  /// Begins to judge what the test has drawn.
  private func judge(_ member: Member) -> AuditDesk.Pending {
    let app = member.app
    var drawings = Drawings()
    // A test that has failed has fetched them, and its app may answer no more.
    if !hasFailed { app.keepScreensAndRequests() }
    app.recorder.change { drawings = $0.takeDrawings() }
    if app.recorder.kept == .off { app.withRecord { $0.add(.unseen) } }
    return pool.audit.begin(
      drawings, of: app.executableName, for: module, in: member.evidence.sharedRun)
  }

  /// What is worth knowing of each app's resets and screens although it fails no test, and was told by none before. Call it
  /// after `end`.
  var remarks: [String] {
    members.compactMap { member in
      let app = member.app.executableName
      let new = pool.untold(member.app.withRecord(\.remarks).map { "\(app): \($0)" })
      return new.isEmpty ? nil : "Worth knowing, and no failure:\n" + new.joined(separator: "\n")
    }
  }

  /// Returns the apps, after all that was recorded. What the test has left at work finds none any more.
  func giveBack() {
    progress.withLock { $0.isOver = true }
    let problems = members.compactMap { $0.evidence.end() }
    watch.stop(members.map { ($0.role, $0.app) }, failed: hasFailed, problem: problems.first)
    for member in members {
      member.app.keepGroups(in: nil, because: "the test with which it shared its groups has ended")
    }
    for folder in progress.withLock({ $0.groups.values.map(\.self) }) { try? folder.remove() }
    pool.giveBack(members.map(\.app))
  }
}

/// What gives a test its clean slate.
public enum Slate: Sendable {
  /// A live reset of the process that is there, and the leak gate after the test.
  case live
  /// A new process, for tests that change what a reset does not give back: statics of the app, what libraries remember,
  /// files outside of its container. Nothing looks for leaks, because nothing is used again.
  case process

  /// Why a process is replaced that is well; nil if it is not.
  func reason(in environment: [String: String]) throws(RecordError) -> String? {
    if try environment.isOn("CLEANSLATE_RELAUNCH") {
      return "CLEANSLATE_RELAUNCH=1 asks for a new process for each test"
    }
    return self == .process ? "slate: .process asks for a new process for each test" : nil
  }
}
#endif
