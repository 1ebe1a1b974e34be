import Foundation
import OperatingSystem
import Processes

/// Builds and lists the tests, and runs them by `swift test`.
struct TestRun {
  private let options: TestOptions
  private let swift: SwiftTool
  private let folder: String
  private let progress: RunProgress
  /// What the user's own filters give.
  private var listed: [ListedTest] = []

  /// - Parameter folder: A private folder for what the tests report.
  init(_ options: TestOptions, with swift: SwiftTool, folder: String, progress: RunProgress) {
    (self.options, self.swift, self.folder, self.progress) = (options, swift, folder, progress)
  }

  func build() throws {
    _ = try call(["build", "--build-tests"], "build the tests") { line in
      if progress.isAlive { progress.show(line) } else { progress.print(line) }
      return !progress.isAlive
    }
  }

  /// Lists the tests that are to run; `change` may give them places, and leave some of them out.
  mutating func list(
    _ change: ([ListedTest], _ suites: [String: SourcePlace]) throws -> [ListedTest]
  ) throws {
    let path = "\(folder)/list.jsonl"
    let printed = try call(
      ["test", "list", "--skip-build", "--event-stream-output-path", path], "list the tests")
    var reader = EventReader()
    for line in try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n") {
      _ = reader.read(String(line))
    }
    listed = (printed.compactMap { ListedTest(listed: $0) } + reader.tests)
      .filter { options.frameworks.contains($0.framework) && options.filter.takes($0) }
    progress.results = TestResults(try change(listed, reader.suites))
  }

  /// Runs the tests that are in the results, framework by framework.
  func run() throws {
    for framework in ListedTest.Framework.allCases { try run(framework) }
  }

  private func run(_ framework: ListedTest.Framework) throws {
    let tests = progress.results.all.map(\.test).filter { $0.framework == framework }
    let isAll = tests.map(\.id) == listed.filter { $0.framework == framework }.map(\.id)
    let parts = framework == .xcTest && options.isParallel ? TestSelection.apart(tests) : [tests]
    let calls =
      isAll && parts.count <= 1
      ? TestSelection(all: tests, by: options.filterWords).calls
      : parts.flatMap { TestSelection(some: $0).calls }
    for call in calls where !progress.isInterrupted {
      var reader = try ProcessReader(call.tests, of: framework, events: "\(folder)/events.jsonl")
      // In parallel, SwiftPM shows what passing tests of XCTest print only to those who ask for more words.
      let words =
        framework == .swiftTesting
        ? ["--disable-xctest"] : ["--disable-swift-testing"] + (options.isParallel ? ["--verbose"] : [])
      let end = try swift.run(
        ["test", "--skip-build"] + words + reader.streamWords + options.common + options.testOnly
          + call.words, onTerminal: true
      ) { line in
        try progress.log(line)
        progress.take(reader.read(line), of: framework)
      } tick: {
        progress.take(reader.readStream(), of: framework)
        progress.show()
      }
      progress.end(of: reader, by: end, called: "'swift test' for \(framework.rawValue)")
    }
  }

  /// The program that holds all tests.
  func bundle() throws -> TestBundle {
    let printed = try call(["build", "--show-bin-path"], "say where it builds")
    let folder = printed.last { $0.hasPrefix("/") } ?? ""
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(".xctest") }.sorted()
    guard names.count == 1 else {
      let found = names.isEmpty ? "none" : names.joined(separator: ", ")
      throw TestRunError(
        description: "Expected one test program in '\(folder)', and found \(found). "
          + "Programs of earlier names can be deleted there.")
    }
    return TestBundle(path: "\(folder)/\(names[0])", folder: self.folder, tool: swift, progress: progress)
  }

  /// Calls SwiftPM for something that no test can run without, and returns the lines that `show` has not shown.
  private func call(
    _ words: [String], _ what: String, show: (String) -> Bool = { _ in false }
  ) throws -> [String] {
    var unseen: [String] = []
    var refused: String?
    let end = try swift.run(words + options.common) { line in
      refused = refused ?? SwiftTool.unknownOption(in: line)
      if !show(line) { unseen.append(line) }
    }
    if !end.isSuccess { for line in unseen { progress.print(line) } }
    progress.eraseLine()
    switch end {
    case .interrupted: throw TestRunError(description: "Interrupted; no test has run.")
    case .ended(.exited(0)): return unseen
    case .ended(let status):
      // It knows its own options only, and guesses among them.
      if let refused, let meant = TestCommand.option(near: refused) {
        throw UsageError(description: "Unknown option '\(refused)'. Did you mean '\(meant)'?")
      }
      throw TestRunError(description: "'swift' could not \(what): it \(status).")
    }
  }
}

struct TestRunError: Error, CustomStringConvertible { let description: String }
