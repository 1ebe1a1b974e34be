import Foundation
import Records
import ToolOptions

/// `cleanslate merge`: joins what shards have written, and proves that they are one whole run.
struct MergeCommand: Subcommand {
  static let name = "merge"
  static let summary = "joins the runs of shards, and proves that every test ran once"
  private static let call = "cleanslate merge DIRECTORY…"
  static let usage = ToolUsage(
    "\(call) [options]",
    options: [
      ToolOption(
        "DIRECTORY",
        help: "The folder of results of a shard, with its run.json: CLEANSLATE_RESULTS of that run, or "
          + "TestResults in the package."),
      ToolOption("--junit", "FILE", help: "Writes all results as JUnit's XML."),
      ToolOption(
        "--timings", "FILE",
        help: "Takes the times of this run into the file that 'cleanslate test --shard' balances by; "
          + "makes it if it is missing."),
      ToolOption(
        "--package-path", "DIRECTORY",
        help: "The package that was tested; by default the one around the current folder."),
    ],
    notes: [
      "All tests and their traces become one page, report.html in CLEANSLATE_RESULTS or TestResults.",
      "The status is 65 if the shards are not one whole run: one is missing or there twice or ran no "
        + "test, a listed test is in none of them or in two, or they are of different commits or lists. "
        + "It is 1 if a test failed.",
    ])

  private let words: GivenWords

  init(_ words: [String]) throws(UsageError) {
    self.words = try GivenWords(words, for: Self.usage, call: Self.call, operands: ["DIRECTORY…"])
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let packagePath = words.value(of: "--package-path")
    let packageFolder = try PackageFolder(at: packagePath, from: surroundings.folder)
    let package = packageFolder.path
    func file(_ option: String) throws -> OutputFile? {
      try words.value(of: option).map { try OutputFile($0, of: option, from: surroundings.folder) }
    }
    let junit = try file("--junit")
    let timingPath = try file("--timings")?.path
    if let timingPath, timingPath == junit?.path {
      throw UsageError(
        description: "'--junit' and '--timings' both name '\(timingPath)': give each a file of its own.")
    }
    try junit?.removeOld()
    var times = try timingPath.flatMap { try TimingFile.read($0) } ?? TimingFile()

    let records = try words.operands.map { folder in
      (folder: folder, record: try RunRecord.read(in: surroundings.absolute(folder)))
    }
    let union = try RunRecord(joining: records)
    let path = packagePath.map { " --package-path " + $0.asShellWord } ?? ""
    var results = TestResults(finished: union.results)
    results.rounds = union.rounds
    let summary = SummaryText(
      results: results, folder: package, seconds: union.seconds,
      command: "swift run cleanslate test" + path)
    surroundings.write(summary.text)
    let parts = records.sorted { $0.record.shard.number < $1.record.shard.number }.map { part in
      "\(part.record.shard): \(part.record.results.count) in \(Amount.duration(part.record.seconds))"
    }
    surroundings.write("Every listed test is in exactly one shard. \(parts.joined(separator: "; ")).\n")
    let report = JUnitReport(
      results: union.results, folder: package, seconds: union.seconds, flakyFails: union.flakyFails)
    try junit?.write(report.text)
    if let timingPath {
      times.add(union.timings, onlyTests: union.allLabels)
      try times.write(to: timingPath)
    }
    #if DEBUG
    try writeReport(of: records, union, to: surroundings.resultsFolder(of: packageFolder), in: surroundings)
    #endif
    if union.commit == nil {
      surroundings.complain(
        "cleanslate merge: git has named no commit in any shard, so that they may be of different ones.\n")
    }
    for complaint in union.complaints { surroundings.complain("cleanslate merge: \(complaint)\n") }
    let isGood = union.results.allSatisfy { $0.isGood(flakyFails: union.flakyFails) }
    return isGood && union.complaints.isEmpty ? Status.success : Status.failure
  }
  #if DEBUG
  /// Writes one page of all tests, with the traces that the shards have left.
  private func writeReport(
    of records: [(folder: String, record: RunRecord)], _ union: RunRecord, to results: String,
    in surroundings: Surroundings
  ) throws {
    var report = ReportPage()
    for (folder, record) in records {
      guard let name = record.run else { continue }
      report.add(RunFolder(path: try surroundings.absolute(folder) + "/runs/\(name)"))
    }
    report.add(union.results)
    try OutputFile.makeFolder(results)
    let page = "\(results)/\(ReportPage.fileName)"
    try report.write(to: page)
    surroundings.write("The report: \(page), of \(report.figures)\n")
    for problem in report.problems + report.remarks {
      surroundings.complain("cleanslate merge: \(problem)\n")
    }
  }
  #endif
}
