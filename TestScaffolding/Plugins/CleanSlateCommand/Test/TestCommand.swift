import Foundation
import OperatingSystem
import Processes

/// `cleanslate test`: runs the tests of both frameworks, and reports as one.
struct TestCommand: Subcommand {
  static let name = "test"
  static let summary = "runs the tests of both frameworks, and reports as one"
  static let usage = """
    USAGE: swift run cleanslate test [--junit FILE] [--code-quality FILE] [--show-output] [options of 'swift test']

      --junit FILE           writes the results as JUnit's XML
      --code-quality FILE    writes the failures as GitLab's code quality report; where GITLAB_CI is set, it goes to
                             gl-code-quality-report.json in the package by default
      --show-output          shows what the tests print, too

    All other options, and all words after '--', go to 'swift test': --filter and --skip, --parallel, -c release and so
    on. What the tests print is kept in .build/cleanslate-test.log. The status is 0 only if every test that was to run
    did run, and none failed.
    """

  private let options: TestOptions

  init(_ words: [String]) throws(UsageError) { options = try TestOptions(words) }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let package = try PackageFolder(at: options.packagePath, from: surroundings.folder).path
    let reports = try TestReports(options, of: package, in: surroundings)
    try reports.removeOld()
    let interruption = try surroundings.watchForInterruption()
    let folder = try Descriptor.makePrivateFolder(in: FileManager.default.temporaryDirectory.path)
    // Whatever the tests leave running ends with this process, even if that is killed.
    let watcher = try Watcher(over: folder)
    defer {
      _ = Strays.end(of: folder)
      try? FileManager.default.removeItem(atPath: folder)
      watcher.dismiss()
    }
    let timings = "\(folder)/timings.jsonl"
    let swift = SwiftTool(
      folder: surroundings.folder,
      environment: surroundings.environment.merging(["CLEANSLATE_TIMINGS": timings]) { $1 },
      interruption: interruption)
    let scratch = options.scratchPath.map { absolute($0, in: surroundings) } ?? "\(package)/.build"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    let log = "\(scratch)/cleanslate-test.log"
    let run = TestRun(
      options, with: swift, folder: folder, log: try Descriptor.open(log, .replacing),
      live: LiveLine(columns: surroundings.liveColumns, write: surroundings.write))
    defer { run.eraseLine() }

    if !options.skipsBuild { try run.build() }
    try run.list { reports.withPlaces($0) }
    guard !run.results.all.isEmpty else {
      throw TestRunError(description: "There is no test to run. Do '--filter' and '--skip' leave any?")
    }
    try run.runXCTest()
    try run.runSwiftTesting()
    run.readTimings(from: timings)
    run.eraseLine()

    let path = options.packagePath.map { " --package-path " + TestSummary.quoted($0) } ?? ""
    let summary = TestSummary(
      results: run.results, folder: package, seconds: run.seconds, command: "swift run cleanslate test" + path
    )
    surroundings.write((surroundings.liveColumns() == nil ? "\n" : "") + summary.text)
    surroundings.write("What the tests printed: \(log)\n")
    for complaint in run.complaints { surroundings.complain("cleanslate test: \(complaint)\n") }
    if run.isInterrupted { surroundings.complain("cleanslate test: Interrupted.\n") }
    try reports.write(run.results.all, seconds: run.seconds)
    let isGood = run.results.all.allSatisfy(\.isGood) && run.complaints.isEmpty && !run.isInterrupted
    return isGood ? Status.success : Status.failure
  }

  private func absolute(_ path: String, in surroundings: Surroundings) -> String {
    URL(filePath: path, relativeTo: URL(filePath: surroundings.folder, directoryHint: .isDirectory))
      .standardizedFileURL.path
  }
}

extension Surroundings {
  /// The width for a line that lives; nil where only whole lines are wanted.
  fileprivate var liveColumns: () -> Int? {
    let isPlain = environment["TERM"] == "dumb" || !(environment["CI"] ?? "").isEmpty
    return isPlain ? { nil } : columns
  }
}
