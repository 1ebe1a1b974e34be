import Foundation
import OperatingSystem
import Processes
import Records
import ToolOptions

/// Builds the tests by SwiftPM, lists them, and runs them.
final class TestRun {
  let options: TestOptions
  let swift: SwiftTool
  /// A private folder for what the tests report.
  let folder: String
  /// The working folder of the tests.
  let testFolder: String
  let start: ProcessStart
  let progress: TestProgress
  /// The program that holds all tests; empty until it is found.
  ///
  /// It is run without `swift test`, which takes about a second before each start where this program takes a tenth, loses
  /// output that is cut within a character, and waits for whatever a test has left running.
  private(set) var program = ""
  private(set) var coverage: Coverage?
  /// For Swift Testing.
  private(set) var words: [String] = []
  /// The words that say which part of the tests this is.
  var shard: [String] = []
  /// How the tests run if that is not once, each of them.
  var order: RandomOrder?
  var repetition: Repetition?
  private static let interruption = ToolFailure("Interrupted; no test has run.", status: Status.interrupted)
  /// What the user's own filters give.
  private var listed: [TestIdentity] = []
  private var suites: [String: SourcePlace] = [:]

  init(
    _ options: TestOptions, with swift: SwiftTool, folder: String, testFolder: String, start: ProcessStart,
    progress: TestProgress
  ) {
    (self.options, self.swift, self.folder, self.testFolder) = (options, swift, folder, testFolder)
    (self.start, self.progress) = (start, progress)
  }

  /// Of those that belong together, one runs at a time.
  var together: Togetherness {
    Togetherness(of: progress.results.all.map(\.test), suites: suites, in: testFolder)
  }

  func build() throws {
    let unseen = try call(
      ["build", "--build-tests"], "build the tests",
      show: { line in
        progress.show(line)
        return !progress.showsInPassing
      })
    for line in Self.warnings(in: unseen) { progress.print(line) }
  }

  /// The lines of a build's warnings, with the code that the compiler shows of each.
  static func warnings(in lines: [String]) -> [String] {
    var isInWarning = false
    return lines.filter { line in
      let isStep = line.hasPrefix("[") || line.hasPrefix("Build") || line.hasPrefix("Compiling ")
      isInWarning = line.hasPrefix("warning: ") || line.contains(": warning: ") || isInWarning && !isStep
      return isInWarning
    }
  }

  /// Lists the tests that are to run; `change` may give them places, and leave some of them out.
  func list(
    _ change: ([TestIdentity], _ suites: [String: SourcePlace]) throws -> [TestIdentity]
  ) throws {
    let path = "\(folder)/list"
    var (reader, lines) = (EventReader(), LineFollower(try Descriptor.namedPipe(at: path)))
    listed = options.frameworks.contains(.xcTest) ? try TestIdentity.all(listed: names([]).lines) : []
    if options.frameworks.contains(.swiftTesting) {
      let words = ["--testing-library", "swift-testing", "--event-stream-output-path", path]
      let status = try names(words, reading: lines.descriptor) {
        for line in try lines.newLines() { _ = reader.read(line) }
      }.status
      reader.read(rest: lines.rest)
      var problems = reader.problems
      // Swift Testing says so if there are none.
      if (reader.tests.isEmpty && reader.suites.isEmpty) == (status == .exited(0)) {
        problems.append("It \(status), and recorded \(Amount.count(reader.tests.count, "test")).")
      }
      guard problems.isEmpty else {
        throw ToolFailure(
          "The list of Swift Testing's tests is not whole. " + problems.joined(separator: " "))
      }
      listed += reader.tests
    }
    suites = reader.suites
    let names = Set(suites.keys)
    listed = listed.filter { options.filter.takes($0, suites: names) }
    progress.results = TestResults(try change(listed, suites))
  }

  /// What the program lists, which takes it a tenth of the time that `swift test list` takes.
  private func names(
    _ words: [String], reading other: Descriptor? = nil,
    turn: () throws -> Void = {}
  ) throws -> (lines: [String], status: ExitStatus) {
    var lines: [String] = []
    // Nobody asks how much of the code that runs. By the name, which is in its environment, it is found if this process is killed.
    let environment = swift.environment.merging(["LLVM_PROFILE_FILE": "\(folder)/profile"]) { $1 }
    let lister = SwiftTool(
      folder: testFolder, environment: environment, interruption: swift.interruption)
    // What it writes there at the same time would stand within a name.
    let errors = "\(folder)/errors"
    let status = try lister.run(
      program: program, words + ["--list-tests"], errors: try Descriptor.open(errors, .replacing),
      reading: other, line: { lines.append($0) }, turn: turn)
    guard let status else { throw Self.interruption }
    guard status == .exited(0) || status == .exited(EX_UNAVAILABLE) && !words.isEmpty else {
      let wrong = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
      for line in lines + wrong.split(separator: "\n").map(String.init) { progress.print(line) }
      throw ToolFailure("'\(program)' could not list its tests: it \(status).")
    }
    return (lines, status)
  }

  /// Runs the tests that are in the results, or in a state of their own, framework by framework.
  func run(_ state: TestResult.State? = nil) throws {
    let wanted = progress.results.all.filter { state == nil || $0.state == state }.map(\.test)
    for framework in TestIdentity.Framework.allCases {
      let tests = wanted.filter { $0.framework == framework }
      let isAll = tests.map(\.id) == listed.filter { $0.framework == framework }.map(\.id)
      guard !tests.isEmpty else { continue }
      // The user's own words are shorter than all the names. Swift Testing has other groups, and other ends of words.
      let isPlain = !options.filterWords.contains { $0.contains(/\\[A-Za-z]|\(\?/) }
      let own = isAll && isPlain ? options.filterWords : nil
      let all = [TestBatch(tests: tests, filter: own)]
      var batches = framework == .swiftTesting ? all[...] : apart(tests)
      try run(atOnce: framework == .xcTest && options.isParallel ? options.workers : 1) {
        batches.popFirst()
      }
    }
  }

  /// Runs batches until there are no more; `next` is asked again when one has been run.
  func run(
    atOnce limit: Int, next: () throws -> TestBatch?,
    played: (TestBatch, ProcessReader) throws -> Void = { _, _ in }
  ) throws {
    var processes: [TestProcess] = []
    defer { for process in processes { process.cleanUp() } }
    // What is reported of a test that others run as well.
    var kept: [String: [TestEvent]] = [:]
    while !progress.isInterrupted {
      while processes.count < limit, let batch = try next() {
        processes.append(try TestProcess(batch, of: self))
      }
      if processes.isEmpty { return }
      let isInterrupted = try TestProcess.wait(for: processes, interruption: swift.interruption)
      for index in processes.indices.reversed() {
        let events = try processes[index].read(ending: isInterrupted, log: progress.log)
        let process = processes[index]
        if process.batch.hasTwins {
          kept[process.id, default: []] += events
        } else {
          progress.take(events, of: process.batch.framework)
        }
        guard let status = process.status else { continue }
        processes.remove(at: index)
        process.cleanUp()
        progress.take(kept.removeValue(forKey: process.id) ?? [], of: process.batch.framework)
        progress.end(of: process.reader, by: isInterrupted ? nil : status)
        progress.results.take(process.reader.leases)
        try played(process.batch, process.reader)
      }
      progress.show()
    }
  }

  /// Tests of XCTest, each by itself if they run in parallel, and otherwise as many as one word can name.
  private func apart(_ tests: [TestIdentity]) -> ArraySlice<TestBatch> {
    (options.isParallel ? tests.map { [$0] } : TestSelection.pieces(tests)).map { TestBatch(tests: $0) }[...]
  }

  /// Finds the program that holds all tests.
  ///
  /// - Parameters:
  ///   - scratch: The folder of all that SwiftPM builds of the package.
  ///   - attachments: The whole path of the folder for what tests attach; nil keeps none of it.
  func find(in scratch: String, attachments: String? = nil) throws {
    let folder = try products(in: scratch)
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".xctest") }.sorted()
    } catch {
      let advice = options.skipsBuild ? ". Leave out '--skip-build' to build it." : ""
      throw ToolFailure("What is built cannot be read in '\(folder)': \(error.systemReason)\(advice)")
    }
    guard names.count == 1 else {
      let found = names.isEmpty ? "none" : names.joined(separator: ", ")
      throw ToolFailure(
        "Expected one test program in '\(folder)', and found \(found). "
          + "Programs of earlier names can be deleted there.")
    }
    // SwiftPM leaves the program where it is if the package has no tests any more.
    let kind = URL(filePath: folder).resolvingSymlinksInPath().lastPathComponent
    if let made = FileManager.default.contents(atPath: "\(scratch)/\(kind).yaml"),
      made.range(of: Data(names[0].utf8)) == nil
    {
      throw ToolFailure("The package has no tests: '\(folder)/\(names[0])' is of an earlier build.")
    }
    program = "\(folder)/\(names[0])"
    words = options.testOnly + (attachments.map { [TestOptions.attachmentsOption, $0] } ?? [])
    coverage = try coverage(of: folder)
  }

  /// The folder of what was built. SwiftPM leaves a link to it; to be asked takes it a second.
  private func products(in scratch: String) throws -> String {
    let link = "\(scratch)/debug"
    if !options.mayBuildElsewhere, swift.environment.given("SWIFTPM_BUILD_DIR") == nil,
      (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != nil
    {
      return link
    }
    let printed = try call(["build", "--show-bin-path"], "say where it builds")
    return printed.last { $0.hasPrefix("/") } ?? ""
  }

  private func coverage(of products: String) throws -> Coverage? {
    guard options.common.contains("--enable-code-coverage"), !options.printsPlan else { return nil }
    let printed = try call(["test", "--show-codecov-path"], "say where it reports coverage")
    return try Coverage(printed, of: products, environment: swift.environment)
  }

  /// Calls SwiftPM for something that no test can run without, and returns the lines that `show` has not shown.
  private func call(
    _ words: [String], _ what: String, show: (String) -> Bool = { _ in false }
  ) throws -> [String] {
    var unseen: [String] = []
    var refused: String?
    let status = try swift.run(words + options.common) { line in
      refused = refused ?? SwiftTool.unknownOption(in: line)
      // How that tool says it is of no use.
      if refused != nil || !show(line) { unseen.append(line) }
    }
    progress.eraseLine()
    guard let status else { throw Self.interruption }
    guard status == .exited(0) else {
      // It knows its own options only, and guesses among them.
      let known = TestCommand.usage.options + TestOptions.passedOn
      if let refused, let meant = ToolWords.nearest(to: refused, in: known) {
        throw UsageError(description: "Unknown option '\(refused)'. Did you mean '\(meant)'?")
      }
      for line in unseen { progress.print(line) }
      throw ToolFailure("'swift' could not \(what): it \(status).")
    }
    return unseen
  }
}
