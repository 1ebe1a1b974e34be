#if DEBUG
import Foundation
import Processes

/// What is known of one run of tests, or of several that belong together, and the page that shows it.
struct RunReport {
  /// A test of the page: its entry, and which of the traces is its own.
  struct Item: Encodable {
    var entry: TracedTest
    var trace: Int?
    /// Why its trace is not to be seen, or not the whole of it.
    var note: String?
  }

  private(set) var items: [Item] = []
  private(set) var traces: [Data] = []
  /// What could not be read, or not wholly.
  private(set) var problems: [String] = []

  private static let mostBytes = 256 << 20
  private var bytes = 0

  init() {}

  /// Reads the folder of a run, or the latest run in the folder of all results.
  init(ofLatestRunIn results: String) throws {
    let run = try RunOnDisk.latest(in: results)
    add(run)
    guard !items.isEmpty || !problems.isEmpty else {
      throw ReportError(description: "'\(run.path)' has no trace of any test. \(Self.advice)")
    }
  }

  static let advice =
    "Traces are written by tests that fail, and by all with CLEANSLATE_TRACE=on, unless CLEANSLATE_TRACE is off."

  /// Adds what a run has left.
  mutating func add(_ run: RunOnDisk) {
    var (entries, problems) = run.entries()
    let listed = Set(entries.compactMap(\.trace))
    for name in run.traceNames where !listed.contains(name) {
      // A test that did not come to its end is in no list.
      switch run.trace(name) {
      case .success(let trace):
        if var entry = trace.entry {
          entry.trace = name
          if entry.summary.outcome == "running" { entry.summary.outcome = "broken off" }
          entries.append(entry)
        }
      case .failure(let error): problems.append("\(error)")
      }
    }
    for entry in entries.sorted(by: { $0.date < $1.date }) { items.append(item(entry, of: run)) }
    self.problems += problems + items.compactMap(\.note).filter { !problems.contains($0) }
  }

  private mutating func item(_ entry: TracedTest, of run: RunOnDisk) -> Item {
    guard let name = entry.trace else { return Item(entry: entry) }
    switch run.trace(name) {
    case .success(let trace):
      guard bytes + trace.data.count <= Self.mostBytes else {
        let most = Self.mostBytes >> 20
        return Item(
          entry: entry,
          note: "\(name) is left out: a page holds \(most) MB of traces, and that many are in it.")
      }
      bytes += trace.data.count
      traces.append(trace.data)
      return Item(entry: entry, trace: traces.count - 1, note: trace.problem)
    case .failure(let error): return Item(entry: entry, note: "\(error)")
    }
  }

  /// How many tests there are, in words.
  var figures: String {
    let failed = items.count { $0.entry.summary.outcome != "passed" }
    let traces = traces.count == 1 ? "1 trace" : "\(traces.count) traces"
    return "\(items.count == 1 ? "1 test" : "\(items.count) tests"), \(failed) not passed, \(traces)"
  }

  /// Writes the page, whole or not at all.
  func write(to path: String) throws {
    do {
      try ReportPage(self).data().write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw ReportError(description: "'\(path)' could not be written: \(error.localizedDescription)")
    }
  }

  /// Writes the page of a run beside the folder of all runs, and returns what to say of it; nil if there is nothing to
  /// show. For the end of a run of tests, whose verdict stands whatever comes of this.
  ///
  /// The tests write into the run with this name if it is the value of `CLEANSLATE_RUN` in their environment.
  static func writeAfterTests(run: String, in results: String) -> String? {
    let run = RunOnDisk(path: "\(results)/runs/\(run)")
    guard FileManager.default.fileExists(atPath: run.path) else { return nil }
    var report = RunReport()
    report.add(run)
    let page = results + "/report.html"
    do {
      try report.write(to: page)
      return (["The report: \(page)"] + report.problems).joined(separator: "\n")
    } catch {
      return "There is no report: \(error)"
    }
  }

  /// The folder of all results: the one that was asked for, that of the environment, or the usual one.
  static func resultsFolder(_ chosen: String?, in surroundings: Surroundings) -> String {
    let variable = surroundings.environment["CLEANSLATE_RESULTS"].flatMap { $0.isEmpty ? nil : $0 }
    return surroundings.absolute(chosen ?? variable ?? "TestResults")
  }
}
#endif
