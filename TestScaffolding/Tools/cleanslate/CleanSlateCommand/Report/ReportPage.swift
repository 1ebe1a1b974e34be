#if DEBUG
import Foundation
import Records

/// What is known of one run of tests, or of several that belong together, and the page that shows it.
struct ReportPage {
  /// A test of the page: its entry, and which of the traces is its own.
  struct Item: Encodable {
    var entry: TestRecord
    var trace: Int?
    /// Why its trace is not to be seen, or not the whole of it.
    var note: String?
    /// What the run as a whole says of the test, with all its cases and attempts.
    var verdict: TestResult.Verdict?

    var isBad: Bool { !["passed", "skipped"].contains(verdict?.rawValue ?? entry.summary.outcome) }
  }

  private(set) var items: [Item] = []
  private(set) var traces: [Data] = []
  /// What could not be read, or not wholly.
  private(set) var problems: [String] = []
  /// What is whole, and yet not on the page.
  private(set) var remarks: [String] = []
  /// The id of the test that the page begins with.
  private(set) var opens: String?

  private static let mostBytes = 256 << 20
  private var bytes = 0

  init() {}

  /// Reads the folder of a run, or the latest run in the folder of all results.
  init(ofLatestRunIn results: String) throws {
    guard let run = RunRecord.latest(in: results) else { throw RunRecord.noRun(in: results) }
    if let folder = run.folder { add(folder) }
    if let record = run.record { add(record.results) }
    guard !items.isEmpty || !problems.isEmpty else {
      throw RecordError(
        description:
          "The run \(run.name) has no trace of any test. \(RunRecord.adviceOnTraces)"
      )
    }
  }

  /// Adds what a run has left.
  mutating func add(_ run: RunFolder) {
    let (entries, problems) = run.allEntries()
    let earlier = items.count
    for entry in entries { items.append(item(entry, of: run)) }
    let notes = items[earlier...].compactMap(\.note)
    self.problems += problems + notes.filter { !problems.contains($0) && !remarks.contains($0) }
  }

  /// Adds what a run of `cleanslate test` knows of all its tests: the verdicts, and those that had no app.
  mutating func add(_ results: [TestResult]) {
    let known = Dictionary(grouping: items.indices) { items[$0].entry.test.id }
    for result in results {
      guard let indices = known[result.test.id] else {
        items.append(Item(entry: TestRecord(result), verdict: result.verdict))
        continue
      }
      for index in indices { items[index].verdict = result.verdict }
      // What failed beside the app, its trace knows nothing of.
      if let last = indices.last, !result.isGood, indices.allSatisfy({ items[$0].entry.message == nil }) {
        items[last].entry.message = result.text
      }
    }
  }

  /// Opens the page at a test, which is named by its id with or without its place, or by a part of it. Two files may have
  /// private tests of one name, and a failure names its own without the place.
  mutating func open(_ name: String) throws(RecordError) {
    let tests = items.map(\.entry.test)
    let named = items.filter { $0.entry.test.label == name }
    guard
      let test = tests.first(where: { $0.id == name })
        ?? (named.first(where: \.isBad) ?? named.first)?.entry.test
        ?? tests.last(where: { $0.label.contains(name) })
    else {
      throw RecordError(
        description:
          "The latest run has no test '\(name)'. Its tests are named like '\(tests.first?.label ?? "")'.")
    }
    opens = test.id
  }

  private mutating func item(_ entry: TestRecord, of run: RunFolder) -> Item {
    guard let name = entry.trace else { return Item(entry: entry) }
    switch run.trace(name) {
    case .success(let trace):
      guard bytes + trace.data.count <= Self.mostBytes else {
        let remark =
          "\(name) is left out: a page holds \(Self.mostBytes >> 20) MB of traces, and that many are in it."
        remarks.append(remark)
        return Item(entry: entry, note: remark)
      }
      bytes += trace.data.count
      traces.append(trace.data)
      return Item(entry: entry, trace: traces.count - 1, note: trace.problem)
    case .failure(let error): return Item(entry: entry, note: "\(error)")
    }
  }

  /// How many tests there are, in words.
  var figures: String {
    // Attempts and the apps of one test have items of their own. What a run says, it says of all cases together.
    let tests = Dictionary(grouping: items.indices) { index in
      let (test, verdict) = (items[index].entry.test, items[index].verdict)
      return test.isCase && verdict == nil ? "\(test.id), \(index)" : test.id
    }
    let failed = tests.values.count { indices in
      indices.contains { items[$0].isBad }
    }
    let traces = Amount.count(traces.count, "trace")
    return "\(Amount.count(tests.count, "test")), \(failed) not passed, \(traces)"
  }

  /// What launches and resets have cost, in words.
  var costs: String {
    let all = items.map(\.entry.summary)
    func cost(_ count: Double, _ nanoseconds: Double, _ one: String, _ many: String) -> String {
      let seconds = nanoseconds / 1e9
      let each = count > 1 ? " (\(Amount.time(seconds / count)) each)" : ""
      return "\(Amount.decimal(count, 0)) \(count == 1 ? one : many) took \(Amount.time(seconds))\(each)"
    }
    // What somebody else has written may be of any size.
    func sum(_ figure: KeyPath<TestSummary, Int>) -> Double {
      all.reduce(0) { $0 + Double($1[keyPath: figure]) }
    }
    let (launching, resetting) = (sum(\.launchNanoseconds), sum(\.resetNanoseconds))
    // The apps of one test were there at the same time.
    let seconds = Dictionary(grouping: items, by: \.entry.test.id).values.reduce(0) { sum, items in
      let roles = Dictionary(grouping: items, by: \.entry.test.role).values
      return sum + (roles.map { $0.reduce(0) { $0 + $1.entry.summary.seconds } }.max() ?? 0)
    }
    let share = seconds > 0 ? (launching + resetting) / 1e9 / seconds : 0
    return cost(sum(\.launches), launching, "launch", "launches") + ", "
      + cost(sum(\.resets), resetting, "reset", "resets")
      + ": \(Amount.percent(share)) of the \(Amount.time(seconds)) of these tests."
  }

  /// Writes the page with the data that it shows.
  func write(to path: String) throws {
    struct Contents: Encodable {
      let items: [Item]
      let problems: [String]
      let costs: String
      let opens: String?
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var blocks = PageDocument.block(
      "cs-data",
      try encoder.encode(Contents(items: items, problems: problems + remarks, costs: costs, opens: opens)))
    for (number, trace) in traces.enumerated() { blocks += PageDocument.block("cs-trace-\(number)", trace) }
    try WholeFile.write(PageDocument("report.html").data(with: blocks), to: path)
  }

  /// Writes the page of a run beside the folder of all runs, and returns what to say of it, and what of the run cannot be
  /// read; nil if there is nothing to show. Throws if it cannot be written.
  ///
  /// The tests write into the run with this name if the start in the folder that `CLEANSLATE_RUN` names has it.
  static func writeAfterTests(
    run: String, in results: String, _ outcomes: [TestResult]
  ) throws(RecordError) -> (text: String, problems: [String])? {
    let run = RunFolder(path: "\(results)/runs/\(run)")
    guard FileManager.default.fileExists(atPath: run.path) || !outcomes.isEmpty else { return nil }
    var report = ReportPage()
    report.add(run)
    report.add(outcomes)
    let page = "\(results)/\(fileName)"
    do {
      try OutputFile.makeFolder(results)
      try report.write(to: page)
      return ((["The report: \(page)"] + report.remarks).joined(separator: "\n"), report.problems)
    } catch {
      throw RecordError(description: "There is no report: \(error)")
    }
  }

  /// The page of the latest run, in the folder of all results.
  static let fileName = "report.html"
}

extension RunFolder {
  /// The tests of the list, and those that did not come to their end, which are in none: a trace that is listed is not read.
  func allEntries() -> ([TestRecord], problems: [String]) {
    var (entries, problems) = entries()
    let listed = Set(entries.compactMap(\.trace))
    for name in traceNames where !listed.contains(name) {
      switch trace(name) {
      case .success(let trace):
        var entry = trace.entry
        entry.trace = name
        entries.append(entry)
      case .failure(let error): problems.append("\(error)")
      }
    }
    return (entries.sorted { $0.date < $1.date }, problems)
  }
}

extension TestRecord {
  /// A test that had no app.
  fileprivate init(_ result: TestResult) {
    var test = result.test
    if test.name.isEmpty { test.name = test.label }
    self.init(
      test: test, date: 0,
      summary: TestSummary(outcome: result.verdict.rawValue, seconds: result.seconds ?? 0),
      message: result.text)
  }
}

extension TestResult {
  /// What went wrong, or why nothing did; nil if there is nothing to say.
  fileprivate var text: String? {
    let failure = earlierFailures.first ?? self
    let lines = failure.failures.map { failure in
      (failure.place.map { "\($0.file):\($0.line): " } ?? "") + failure.message
    }
    let all = lines + [failure.reasonOfBreak, skipReason].compactMap { $0.flatMap { $0.isEmpty ? nil : $0 } }
    return all.isEmpty ? nil : all.joined(separator: "\n")
  }
}
#endif
