import Foundation
import OperatingSystem
import Records
import ToolOptions

/// What of all tests this run takes, and where it leaves its record.
final class ShardTask {
  let bazel: BazelTest?
  /// The folder for the record, and for the driver's evidence.
  let results: String
  /// The ids of all tests that the shards run together.
  private(set) var listed: [String] = []
  /// Nil if the run is not shared out.
  private(set) var plan: ShardPlan?
  private let shard: Shard?
  private let times: TimingFile?
  private let timings: [String]
  private let package: PackageFolder
  private let commit: RunRecord.Commit?
  /// The folder of results, locked for as long as this run lasts.
  private var lock: Descriptor?
  private var logLock: Descriptor?

  /// Throws if the shard or the times make no sense.
  init(_ options: TestOptions, of package: PackageFolder, in surroundings: Surroundings) throws {
    self.package = package
    let environment = surroundings.environment
    shard = try options.shard?.shard(in: environment)
    bazel = options.shard == .automatic ? try BazelTest(environment) : nil
    results = try surroundings.resultsFolder(
      environment.given(RunFolder.resultsVariable) ?? bazel?.results, of: package)
    let usual = "\(package.path)/\(TimingFile.usualName)"
    timings = options.timings.map { ["--timings", $0] } ?? []
    times = try shard.flatMap { _ in try TimingFile.read(options.timings.map(surroundings.absolute) ?? usual)
    }
    commit = try package.commit()
  }

  /// Opens the file for what the tests print. Shards, and other runs with folders of results of their own, may share the folder of
  /// the build: what another run writes is left to it.
  func openLog(in folder: String) throws(SystemError) -> (path: String, Descriptor) {
    let name = shard.map { "cleanslate-test-\($0.number)-of-\($0.total)" } ?? "cleanslate-test"
    var number = 0
    while true {
      number += 1
      let path = "\(folder)/\(name)\(number == 1 ? "" : " \(number)").log"
      let file = try Descriptor.open(path, .appending)
      guard try file.lockAtOnce() else { continue }
      logLock = file
      return (path, try Descriptor.open(path, .replacing))
    }
  }

  /// The words that share the tests out as here.
  var words: [String] { shard.map { ["--shard", "\($0)"] + timings } ?? [] }

  /// Takes the folder of results for this run alone. A record of an earlier run must not be taken for one of this run.
  func begin() throws {
    try OutputFile.makeFolder(results)
    let folder = try Descriptor.folder(atPath: results)
    guard try folder.lockAtOnce() else {
      throw ToolFailure(
        "Another 'cleanslate test' writes its results to '\(results)', or 'cleanslate accept' reads them. "
          + "Name another folder for this one: CLEANSLATE_RESULTS=TestResults/other")
    }
    lock = folder
    try OutputFile(existing: "\(results)/\(RunRecord.fileName)").removeOld()
    #if DEBUG
    try OutputFile(existing: "\(results)/\(ReportPage.fileName)").removeOld()
    #endif
    try bazel?.touchStatusFile()
  }

  /// Leaves this shard's tests of the list.
  ///
  /// - Parameter suites: Those that declare themselves, and where.
  func part(of tests: [TestIdentity], suites: [String: SourcePlace]) -> [TestIdentity] {
    let names = Set(suites.keys)
    let tests = tests.filter { bazel?.takes($0, suites: names) ?? true }
    listed = tests.map(\.id)
    guard let shard else { return tests }
    let together = Togetherness(of: tests, suites: suites, in: package.path)
    let plan = ShardPlan(
      tests, total: shard.total, seconds: times?.medians ?? [:], group: together.group(of:))
    self.plan = plan
    let mine = plan.ids(of: shard)
    return tests.filter { mine.contains($0.id) }
  }

  /// What this run takes of the whole; nil if that is everything.
  func text(_ count: Int) -> String? {
    guard let shard, let plan else { return nil }
    return "Shard \(shard): \(count) of \(listed.count) tests. \(plan.figures)\n"
  }

  /// Why there is nothing to run.
  var reasonForNothing: String {
    guard let shard, !listed.isEmpty else {
      return "There is no test to run. Do '--filter' and '--skip' leave any?"
    }
    return "There is no test to run in shard \(shard): there are more shards than tests (\(listed.count)), "
      + "or than groups that stay together."
  }

  /// - Parameter name: That of the run, for its traces.
  func record(of run: TestProgress, _ options: TestOptions, name: String) -> RunRecord {
    let left = TestIdentity.Framework.allCases.filter { !options.frameworks.contains($0) }
    let all = run.results.all
    return RunRecord(
      commit: commit, run: name, shard: shard ?? Shard(number: 1, total: 1),
      filter: options.filterWords + left.map { "without \($0.rawValue)" } + (bazel?.filterWords ?? []),
      listed: listed, results: RunRecord.portable(all, package: package.path),
      rounds: run.results.rounds, flakyFails: options.flakes.flakyFails,
      // After several rounds, the time of a test may be that of all of them.
      timings: run.results.rounds == 1 ? Self.ownTimes(of: all, isSerial: options.isSerial) : [:],
      complaints: run.complaints + (run.isInterrupted ? ["Interrupted."] : []),
      seconds: run.seconds)
  }

  /// The seconds of tests that passed, by label, where no waiting for other tests is in them. Swift Testing says of all
  /// tests at once that they begin, unless it runs one at a time.
  private static func ownTimes(of results: [TestResult], isSerial: Bool) -> [String: Double] {
    let passed = results.filter { result in
      result.state == .passed && result.isGood
        && (result.test.framework == .xcTest || isSerial || result.isWatched)
    }
    return Dictionary(
      passed.compactMap { result in result.seconds.map { (result.test.label, $0) } }, uniquingKeysWith: +)
  }
}
