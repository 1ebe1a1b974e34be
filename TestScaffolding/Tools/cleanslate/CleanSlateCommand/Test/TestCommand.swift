import Foundation
import OperatingSystem
import Processes
import Records
import ToolOptions

/// `cleanslate test`: runs the tests of both frameworks, and reports as one.
struct TestCommand: Subcommand {
  static let name = "test"
  static let summary = "runs the tests of both frameworks, and reports as one"
  static let usage = ToolUsage(
    "cleanslate test [options] [options of 'swift test']",
    options: [
      ToolOption("--junit", "FILE", help: "Writes the results as JUnit's XML."),
      ToolOption(
        "--code-quality", "FILE",
        help: "Writes the failures as GitLab's code quality report; where GITLAB_CI is set, it goes to "
          + "gl-code-quality-report.json in the package by default."),
      ToolOption(
        "--shard", "PART", example: "2/5",
        help: "Runs one of several parts, which take equally long: 2/5 is the second of five. 'auto' asks "
          + "the CI engine. 'cleanslate merge' joins the parts."),
      ToolOption(
        "--timings", "FILE",
        help: "The times of earlier runs, by which the parts are made; TestTimings.json in the package by "
          + "default."),
      ToolOption("--print-plan", help: "Says which part gets what, and runs nothing."),
      ToolOption("--show-output", help: "Shows what the tests print, too."),
      ToolOption(
        "--pause-on-failure",
        help: "A test that fails waits with its app as it is, one at a time; the address of its workbench "
          + "is printed. Enter, or 'cleanslate attach --go-on', lets it go on; without a terminal it goes "
          + "on by itself after 30 minutes."),
      ToolOption(
        "--update-snapshots",
        help: "A test whose snapshot differs from what the app shows fails and suggests another text; "
          + "'cleanslate accept' writes the suggestions into the tests."),
    ] + FlakeOptions.declared,
    notes: [
      "All other options, and all words after '--', are those of 'swift test': --filter and --skip, "
        + "--parallel, -c release and so on. What the tests print is kept in .build/cleanslate-test.log, "
        + "and what became of them in run.json in TestResults, or in CLEANSLATE_RESULTS. The status is 0 "
        + "only if every test that was to run did run, and none failed."
    ])

  private let options: TestOptions

  init(_ words: [String]) throws(UsageError) { options = try TestOptions(words) }

  /// That of the words or, for tests that are repeated, the one that they draw their random numbers by.
  private func firstSeed(in environment: [String: String]) throws(UsageError) -> UInt64? {
    let (flakes, variable) = (options.flakes, Repetition.seedVariable)
    guard let text = environment.given(variable) else { return flakes.seed }
    guard let seed = UInt64(text) else {
      throw UsageError(
        description: "\(variable)=\(text) is no seed: expected a number from 0, as in \(variable)=7.")
    }
    return flakes.seed == nil && flakes.isRepeated && !flakes.isRandom ? seed : flakes.seed
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    if options.updatesSnapshots {
      try surroundings.refuseOnCI("--update-snapshots", because: AcceptCommand.reasonAgainstCI)
    }
    let seed = try firstSeed(in: surroundings.environment)
    let keys = options.pausesOnFailure ? surroundings.keys() : nil
    if options.pausesOnFailure, keys == nil {
      try surroundings.refuseOnCI("--pause-on-failure", because: "nobody is there to look at the app")
    }
    let interruption = try surroundings.watchForInterruption()
    let packageFolder = try PackageFolder(
      at: options.packagePath, from: surroundings.folder, until: interruption)
    let package = packageFolder.path
    let task = try ShardTask(options, of: packageFolder, in: surroundings)
    let reports = try TestReports(options, usualJunit: task.bazel?.junit, of: package, in: surroundings)
    if !options.printsPlan {
      try reports.removeOld()
      try task.begin()
    }
    let (folder, watcher) = try surroundings.makeTemporaryFolder()
    defer { watcher.clear(folder) }
    let runName = RunFolder.newName(ofRunStartedBy: ThisProcess.identifier, in: task.results)
    let pauses = options.pausesOnFailure ? try PauseDesk(in: folder, keys: keys) : nil
    #if DEBUG
    pauses?.whileWaiting = { AttachCommand.list($0, in: surroundings.environment) }
    #endif
    let swift = SwiftTool(
      folder: surroundings.folder,
      environment: surroundings.environment.merging([
        RunFolder.resultsVariable: task.results
      ]) { $1 },
      interruption: interruption)
    let scratch = try options.scratchPath.map(surroundings.absolute) ?? "\(package)/.build"
    let attachments = try options.attachmentsPath.map(surroundings.absolute)
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    // What the last run printed stays where nothing runs.
    let (log, file) =
      try options.printsPlan
      ? (path: "", Descriptor.open("/dev/null", .appending)) : task.openLog(in: scratch)
    let progress = TestProgress(
      log: file, showsOutput: options.showsOutput,
      live: LiveLine(columns: surroundings.liveColumns, tell: surroundings.tell, write: surroundings.draw))
    progress.pauses = pauses
    let start = ProcessStart(
      name: runName, pauses: pauses?.path, updatesSnapshots: options.updatesSnapshots ? true : nil,
      buildBegan: options.skipsBuild ? nil : Date().timeIntervalSince1970)
    let run = TestRun(
      options, with: swift, folder: folder, testFolder: package, start: start, progress: progress)
    defer { progress.eraseLine() }

    if !options.skipsBuild { try run.build() }
    try run.find(in: scratch, attachments: attachments)
    try run.list { reports.withPlaces(task.part(of: $0, suites: $1)) }
    if options.printsPlan, let plan = task.plan {
      surroundings.write(plan.text)
      return Status.success
    }
    guard !progress.results.all.isEmpty else { throw ToolFailure(task.reasonForNothing) }
    if let text = task.text(progress.results.all.count) { surroundings.write(text) }

    let path = options.packagePath.map { " --package-path " + $0.asShellWord } ?? ""
    run.shard = task.words
    do {
      try run.runAsAsked(seed: seed)
    } catch {
      progress.complain("The tests could not go on: \((error as? CocoaError)?.systemReason ?? "\(error)")")
    }
    progress.eraseLine()
    do {
      if !progress.isInterrupted { try run.coverage?.report(of: run.program, until: interruption) }
    } catch is Subprocess.Interrupted {
      progress.interrupt()
    } catch {
      progress.complain("What of the code has run could not be counted. \(error)")
    }

    let summary = SummaryText(
      results: progress.results, folder: package, seconds: progress.seconds,
      command: TestOptions.command(options.wordsForOne), notes: run.notes(of:),
      story: { try? String(contentsOfFile: "\($0)/\(TestIdentity.failureFile)", encoding: .utf8) },
      again: run.again,
      isInterrupted: progress.isInterrupted)
    surroundings.write((surroundings.liveColumns() == nil ? "\n" : "") + summary.text)
    if let reservation = progress.reservation { surroundings.write(reservation + "\n") }
    surroundings.write("What the tests printed: \(log)\n")
    let (suggestions, problems) = RunFolder(in: task.results, of: start).suggestions()
    if !suggestions.isEmpty {
      let count = Amount.count(suggestions.count { !$0.fits }, "suggestion")
      let chosen = task.results == "\(package)/TestResults" ? nil : task.results.asShellWord
      let variable = chosen.map { "\(RunFolder.resultsVariable)=\($0) " } ?? ""
      surroundings.write(
        "Snapshots: \(count). To write into the tests: \(variable)swift run cleanslate accept\(path)\n")
    }
    for problem in problems { progress.complain(problem) }
    let all = progress.results.all
    let flaky = all.count(where: \.isFlaky)
    if flaky > 0, options.flakes.failsOnFlaky { progress.complain("'--fail-on-flaky': \(flaky) flaky.") }
    #if DEBUG
    do {
      let outcomes = RunRecord.portable(all, package: package)
      if let report = try ReportPage.writeAfterTests(run: runName, in: task.results, outcomes) {
        surroundings.write(report.text + "\n")
        for problem in report.problems { progress.complain(problem) }
      }
    } catch {
      progress.complain("\(error)")
    }
    #endif
    let record = task.record(of: progress, options, name: runName)
    do {
      try record.write(in: task.results)
    } catch {
      progress.complain("What became of the tests is not kept. \(error)")
    }
    for complaint in progress.complaints { surroundings.complain("cleanslate test: \(complaint)\n") }
    if progress.isInterrupted { surroundings.complain("cleanslate test: Interrupted.\n") }
    do {
      try reports.write(all, seconds: progress.seconds)
    } catch {
      guard progress.isInterrupted else { throw error }
      surroundings.complain("cleanslate test: \(error)\n")
    }
    let isGood = all.allSatisfy { $0.isGood(flakyFails: options.flakes.flakyFails) }
    if progress.isInterrupted { return Status.interrupted }
    return isGood && progress.complaints.isEmpty ? Status.success : Status.failure
  }
}
