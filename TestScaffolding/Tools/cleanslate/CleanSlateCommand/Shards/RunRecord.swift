import Foundation
import Records
import ToolOptions

/// What is known of one run of `cleanslate test`, as it is kept in `run.json`. docs/ci.md has the format.
struct RunRecord: Codable, Equatable {
  static let version = 3
  static let fileName = "run.json"

  var version = Self.version
  /// Nil outside of a git repository.
  var commit: Commit?
  /// The name of the folder in `runs` that the driver has written into.
  var run: String?
  /// 1/1 if the run was not shared out.
  var shard: Shard
  /// The options that left tests out, as they were given.
  var filter: [String]
  /// The ids of all tests that the shards were to run together.
  var listed: [String]
  /// The tests of this shard, and what became of them. Files of the package are named below it.
  var results: [TestResult]
  /// How often each test was to run; nil is no end.
  var rounds: Int? = 1
  /// Whether a test that has failed as well as passed is a failure.
  var flakyFails = true
  /// The seconds of tests, by label, where no waiting for others is in them.
  var timings: [String: Double]
  /// What was wrong, and is no failure of a test.
  var complaints: [String]
  var seconds: Double

  /// What the sources were.
  struct Commit: Codable, Equatable, CustomStringConvertible {
    let id: String
    /// A digest of what was changed and not committed; nil if nothing was.
    var changes: String?

    var description: String { id.prefix(12) + (changes.map { " with changes (\($0))" } ?? "") }
  }
}

extension RunRecord {
  /// The results as a record has them: with paths that mean something elsewhere, and without what good tests printed.
  static func portable(_ results: [TestResult], package: String) -> [TestResult] {
    func place(_ place: SourcePlace?) -> SourcePlace? {
      place.map { SourcePlace(file: $0.file(below: package), line: $0.line) }
    }
    return results.map { result in
      var portable = result
      portable.test.place = place(result.test.place)
      portable.failures = result.failures.map { TestFailure(message: $0.message, place: place($0.place)) }
      portable.earlierFailures = Self.portable(result.earlierFailures, package: package)
      if result.isGood { portable.output = [] }
      return portable
    }
  }

  func write(in folder: String) throws {
    try OutputFile.makeFolder(folder)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    try WholeFile.write(try encoder.encode(self), to: "\(folder)/\(Self.fileName)")
  }

  static func read(in folder: String) throws -> RunRecord {
    struct Head: Decodable { let version: Int }
    let path = "\(folder)/\(fileName)"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ToolFailure.badInput("'\(folder)' has no \(fileName). Did its 'cleanslate test' come to its end?")
    }
    do {
      let head = try JSONDecoder().decode(Head.self, from: data)
      guard head.version == version else {
        throw ToolFailure.badInput(
          "'\(path)' is of version \(head.version); this cleanslate reads version \(version).")
      }
      let record = try JSONDecoder().decode(RunRecord.self, from: data)
      if let flaw = record.flaw { throw ToolFailure.badInput("'\(path)' contradicts itself: \(flaw)") }
      return record
    } catch let error as DecodingError {
      throw ToolFailure.badInput(
        "'\(path)' is cut off, or no record of a run (\(data.count) bytes): \(error.place)")
    }
  }
}

extension RunRecord {
  /// The run of tests that ended last, or is under way: what its tests have left, nil if none of them had an app, and what
  /// `cleanslate test` knows of it, nil if something else has run it, or it is not over.
  ///
  /// - Parameter results: The folder of all results, or that of a run; nil is returned if there is no run in it.
  static func latest(in results: String) -> (name: String, folder: RunFolder?, record: RunRecord?)? {
    let latest = RunFolder.latest(in: results)
    // The folder of a run is below that of all results.
    for place in [results, results + "/../.."] {
      guard let record = try? read(in: place), let name = record.run else { continue }
      if name == latest?.name { return (name, latest, record) }
      // A run whose tests had no app has no folder, and that of an earlier one is not its own.
      guard place == results, let end = RunFolder.date(of: "\(place)/\(fileName)"),
        latest.map({ end > $0.date }) ?? true
      else { continue }
      let path = "\(results)/runs/\(name)"
      return (name, FileManager.default.fileExists(atPath: path) ? RunFolder(path: path) : nil, record)
    }
    return latest.map { ($0.name, $0, nil) }
  }

  static func noRun(in results: String) -> RecordError {
    RecordError(description: "There is no run of tests in '\(results)'. \(adviceOnTraces)")
  }

  static let adviceOnTraces =
    "Traces are written by tests that fail, and by all with CLEANSLATE_TRACE=on, unless CLEANSLATE_TRACE is off."
}

extension RunRecord {
  /// What no run writes.
  fileprivate var flaw: String? {
    let times = [seconds] + timings.values + results.compactMap(\.seconds)
    if let time = times.first(where: { !(0...Self.mostSeconds).contains($0) }) { return "it took \(time) s." }
    for result in results {
      let name = result.test.label
      guard [.skipped, .cutOff].contains(result.state.kind) == (result.state.reason != nil) else {
        return "\(name) has a state and a reason that do not go together."
      }
      if result.isGood, !result.leaks.isEmpty, result.failureCount == 0 {
        return "\(name) passed, and leaked."
      }
      guard result.failureCount <= result.runs, result.earlierFailures.count <= result.earlierFailureCount,
        result.earlierRuns >= 0
      else { return "\(name) failed \(result.failureCount) times in \(result.runs) runs." }
    }
    return nil
  }

  /// About three years.
  private static let mostSeconds = 1e8
}

extension PackageFolder {
  /// What is checked out, and a digest of the changes to it.
  func commit() throws -> RunRecord.Commit? {
    guard let id = try commit("HEAD"), let changes = try changes() else { return nil }
    return RunRecord.Commit(id: id, changes: changes.isEmpty ? nil : Fingerprint(of: changes).text)
  }
}
