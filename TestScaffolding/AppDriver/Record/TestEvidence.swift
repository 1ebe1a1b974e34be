#if DEBUG
import ControlProtocol
import Foundation
import Processes
import Records
import Synchronization
import TerminalUI

/// Keeps of one test what its trace is to be kept for: the trace so far and what a person opens first at its first failure,
/// while the app still shows it, and the whole trace when it has ended.
final class TestEvidence: Sendable {
  private let app: App
  private let test: TestIdentity
  private let results: String
  private let attach: @Sendable (_ text: String, _ name: String) -> Void
  private let failure = Mutex(String?.none)
  private let hasPaused = Atomic(false)

  /// - Parameter attach: Hands a text to the test framework, where that takes some.
  init(
    of app: App, test: TestIdentity, in results: String,
    attach: @escaping @Sendable (_ text: String, _ name: String) -> Void = { _, _ in }
  ) {
    (self.app, self.test, self.results, self.attach) = (app, test, results, attach)
  }

  var hasFailed: Bool { failure.withLock { $0 != nil } }

  /// Notes a failure. Saves the evidence of the first one and returns where it is.
  func record(_ description: String, file: String? = nil, line: Int? = nil) -> String? {
    app.recorder.change { $0.addFailure(description, file: file, line: line) }
    let isFirst = failure.withLock { failure in
      defer { failure = failure ?? description }
      return failure == nil
    }
    guard isFirst else { return nil }
    let failure = TestFailure(message: description, file: file, line: line)
    defer { pause(because: description, at: failure.place) }
    guard app.recorder.kept != .off else { return nil }
    app.keepScreensAndRequests()
    app.keepEvents()
    let trace = app.recorder.current
    let files = files(of: trace, failure)
    for (name, text) in files.dropFirst() { attach(text, name) }
    return [save(files), write(trace, as: "running") ?? "Report: \(command)"].joined(separator: "\n")
  }

  /// What a person opens first.
  private func files(of trace: TestTrace, _ failure: TestFailure) -> [(name: String, text: String)] {
    let screen = trace.screen.map { PaintedScreen($0, title: app.executableName).text }
    return [
      (TestIdentity.failureFile, FailureText(test: test, trace: trace, failure: failure, place: place).text)
    ]
      + (screen.map { [(Self.screenFile, $0)] } ?? []) + [(Self.stepsFile, trace.lines)]
  }

  /// Takes away what an earlier run has kept of the test, which passes now. A test that failed in this run is flaky.
  private func removeOldFailure() {
    let folder = "\(results)/\(test.folder)"
    guard FileManager.default.fileExists(atPath: "\(folder)/\(TestIdentity.failureFile)"),
      !runFolder.hasFailed(test.folder)
    else { return }
    removeFiles(in: folder)
    // What somebody else has put there stays.
    let rest = try? FileManager.default.contentsOfDirectory(atPath: folder)
    if rest?.isEmpty == true { try? FileManager.default.removeItem(atPath: folder) }
  }

  private func removeFiles(in folder: String) {
    for name in [TestIdentity.failureFile, Self.screenFile, Self.stepsFile] {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  private static let screenFile = "screen.txt"
  private static let stepsFile = "steps.txt"

  private func save(_ files: [(name: String, text: String)]) -> String {
    do {
      let folder = "\(results)/\(test.folder)"
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw RecordError(description: "\(folder) could not be made: \(error.systemReason)")
      }
      removeFiles(in: folder)
      // What is read first comes last, so that where it is, the others are.
      for (name, text) in files.reversed() { try WholeFile.write(text.utf8, to: "\(folder)/\(name)") }
      return TestFailure.evidence + folder
    } catch {
      return "The evidence could not be saved: \(error)"
    }
  }

  /// Keeps the test waiting with its app, once, if somebody wants to look at the apps of failed tests.
  func pause(because problem: String, at place: SourcePlace?) {
    guard !hasPaused.exchange(true, ordering: .relaxed) else { return }
    app.pause(test.label, because: problem, at: place)
  }

  /// Notes that the test has ended, and returns why that could not be kept.
  @discardableResult
  func end() -> String? {
    guard app.recorder.kept != .off else { return nil }
    if !hasFailed { removeOldFailure() }
    let keeps = app.recorder.kept == .on || hasFailed
    // A green run leaves nothing behind, unless somebody wants to know of all its tests.
    guard keeps || app.recorder.run != nil else { return nil }
    let trace = app.recorder.current
    let outcome = hasFailed ? "failed" : "passed"
    let problem = keeps ? write(trace, as: outcome) : nil
    do {
      let record = TestRecord(
        test: test, date: trace.date.timeIntervalSince1970, summary: summary(of: trace, outcome),
        message: failure.withLock(\.self), trace: keeps && problem == nil ? name(of: trace) : nil,
        remarks: app.withRecord { $0.remarks + $0.notJudged }, audit: app.withRecord(\.judged))
      try runFolder.add(TraceLine.bytes("test", try WireJSON.encode(record)))
      runFolder.hold()
      return problem.map { Self.complain($0, of: .record) }
    } catch {
      return Self.complain("What became of the tests could not be kept in \(results): \(error)", of: .record)
    }
  }

  /// Opens the report at this test.
  private var command: String {
    "swift run cleanslate report --open \(test.label.asShellWord)\(place)"
  }

  /// The words that say where the results are, if they are not where a command looks by itself.
  private var place: String {
    let folder = FileManager.default.currentDirectoryPath
    return results == RunFolder.results(environment: [:], currentFolder: folder)
      ? "" : " --results \(results.asShellWord)"
  }

  /// Writes the trace, and returns why that cannot be.
  private func write(_ trace: TestTrace, as outcome: String) -> String? {
    do {
      let bytes = try trace.lines(
        of: test, summary(of: trace, outcome), output: app.log, cache: app.recorder.cache)
      try runFolder.write(bytes, to: name(of: trace))
      return nil
    } catch {
      return "The trace could not be saved: \(error)"
    }
  }

  /// The folder of the run, if somebody has started its processes with one.
  var sharedRun: RunFolder? {
    test.framework == .xcTest ? nil : app.recorder.run.map { _ in runFolder }
  }

  private var runFolder: RunFolder {
    RunFolder(in: results, of: app.recorder.run)
  }

  private func summary(of trace: TestTrace, _ outcome: String) -> TestSummary {
    TestSummary(trace, outcome: outcome, leaks: app.withRecord { $0.leaks.count })
  }

  /// Different for every test of a run.
  private func name(of trace: TestTrace) -> String {
    "\(Int(trace.date.timeIntervalSince1970 * 1_000_000))-\(ThisProcess.identifier)-\(ObjectIdentifier(self).hashValue & 0xFFFF).jsonl"
  }

  /// Says it once of each kind, since it will be the same for the other tests.
  static func complain(_ problem: String, of kind: Trouble) -> String {
    if told.withLock({ $0.insert(kind).inserted }) {
      FileHandle.standardError.write(Data("CleanSlate: \(problem)\n".utf8))
    }
    return problem
  }

  enum Trouble { case record, lease }

  private static let told = Mutex<Set<Trouble>>([])
}
#endif
