import Foundation
import OperatingSystem
import Processes

/// One run of the tests: lists them, runs both frameworks, and knows what has become of each.
final class TestRun {
  private let options: TestOptions
  private let swift: SwiftTool
  private let folder: String
  private let log: Descriptor
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now
  private var live: LiveLine
  private(set) var results = TestResults([])
  /// What is wrong, and is no failure of a test.
  private(set) var complaints: [String] = []
  private(set) var isInterrupted = false

  /// - Parameters:
  ///   - folder: A private folder for what the tests report.
  ///   - log: Gets every line that is printed.
  init(_ options: TestOptions, with swift: SwiftTool, folder: String, log: Descriptor, live: LiveLine) {
    (self.options, self.swift, self.folder) = (options, swift, folder)
    (self.log, self.live) = (log, live)
  }

  var seconds: Double { (clock.now - start) / .seconds(1) }

  func eraseLine() { live.erase() }

  func build() throws {
    var printed: [String] = []
    let end = try swift.run(["build", "--build-tests"] + options.common) { line in
      printed.append(line)
      if live.isAlive { live.show(line) } else { live.print(line) }
    }
    if live.isAlive, end != .ended(.exited(0)) { for line in printed { live.print(line) } }
    live.erase()
    try require(end, "build the tests")
  }

  /// Lists the tests that are to run.
  func list(_ change: ([ListedTest]) -> [ListedTest]) throws {
    let path = "\(folder)/list.jsonl"
    var printed: [String] = []
    let end = try swift.run(
      ["test", "list", "--skip-build", "--event-stream-output-path", path] + options.common
    ) { printed.append($0) }
    if !end.isSuccess { for line in printed { live.print(line) } }
    try require(end, "list the tests")
    var reader = EventReader()
    for line in try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n") {
      _ = reader.read(String(line))
    }
    let listed = printed.compactMap { ListedTest(listed: $0) } + reader.tests
    results = TestResults(
      change(listed.filter { options.frameworks.contains($0.framework) && options.filter.takes($0) }))
  }

  func runXCTest() throws {
    let tests = results.all.map(\.test).filter { $0.framework == .xcTest }
    var reader = XCTestReader(tests)
    // In parallel, SwiftPM shows what passing tests print only to those who ask for more words.
    let words = ["--disable-swift-testing"] + (options.isParallel ? ["--verbose"] : [])
    try run(.xcTest, words) { line in for event in reader.read(line) { take(event, of: .xcTest) } }
  }

  func runSwiftTesting() throws {
    let path = "\(folder)/events.jsonl"
    try Data().write(to: URL(filePath: path))
    var events = LineFollower(try Descriptor.open(path, .reading), isFile: true)
    var reader = EventReader()
    func readEvents() {
      let lines = (try? events.newLines()) ?? []
      for line in lines { for event in reader.read(line) { take(event, of: .swiftTesting) } }
    }
    try run(.swiftTesting, ["--disable-xctest", "--event-stream-output-path", path]) { _ in
    } tick: {
      readEvents()
    }
  }

  private func run(
    _ framework: ListedTest.Framework, _ words: [String], line read: (String) -> Void, tick: () -> Void = {}
  ) throws {
    guard !isInterrupted, results.all.contains(where: { $0.test.framework == framework }) else { return }
    var (reason, fatal, failure) = ("", "", SystemError?.none)
    let end = try swift.run(
      ["test", "--skip-build"] + words + options.common + options.testOnly, onTerminal: true
    ) { line in
      do throws(SystemError) { try log.writeAll(Array("\(line)\n".utf8)) } catch { failure = error }
      if options.showsOutput { live.print(line) }
      read(line)
      if let match = line.firstMatch(of: /error: .*(exited with unexpected .*)/.ignoresCase()) {
        reason = " It \(match.1)."
      }
      if line.contains("Fatal error: ") { fatal = "\n" + line }
    } tick: {
      tick()
      live.show(results, seconds: seconds)
    }
    if let failure { throw OutputFailure(description: "The log of the tests cannot be written: \(failure)") }
    isInterrupted = end == .interrupted
    let others = results.all.count { $0.test.framework == framework && $0.state == .running } - 1
    let company = others > 0 ? ", and \(others) more" : ""
    results.cutOff(
      framework,
      because: isInterrupted
        ? "The run was interrupted while this test ran."
        : "The test process ended while this test ran\(company).\(reason)\(fatal)")
    let isAllGood = results.all.allSatisfy { $0.test.framework != framework || $0.isGood }
    if case .ended(let status) = end, !end.isSuccess, isAllGood {
      complaints.append("'swift test' for \(framework.rawValue) \(status), although no test failed.")
    }
  }

  private func take(_ event: TestEvent, of framework: ListedTest.Framework) {
    results.take(event, of: framework)
    guard !live.isAlive, !options.showsOutput else { return }
    switch event {
    case .skipped(let id, _): if framework == .swiftTesting { tell(id) }
    case .ended(let id, _), .endedAt(let id, _): tell(id)
    default: break
    }
  }

  /// Writes a line for a test that has ended.
  private func tell(_ id: String) {
    guard let result = results[id], !result.test.name.isEmpty else { return }
    let word = result.skipReason != nil && result.isGood ? "skipped" : result.isGood ? "passed" : "failed"
    let time = result.seconds.map { String(format: " (%.3f s)", $0) } ?? ""
    live.print("\(word) \(result.test.label)\(time)")
  }

  /// Takes over what the driver's own watch says; a test with several cases had an app for each.
  func readTimings(from path: String) {
    struct Timing: Decodable {
      let test: String
      let seconds: Double
    }
    let lines = (try? String(contentsOf: URL(filePath: path), encoding: .utf8))?.split(separator: "\n") ?? []
    let timings = lines.compactMap { try? JSONDecoder().decode(Timing.self, from: Data($0.utf8)) }
    results.setSeconds(Dictionary(timings.map { ($0.test, $0.seconds) }, uniquingKeysWith: +))
  }

  private func require(_ end: SwiftTool.End, _ what: String) throws {
    switch end {
    case .interrupted: throw TestRunError(description: "Interrupted; no test has run.")
    case .ended(.exited(0)): return
    case .ended(let status): throw TestRunError(description: "'swift' could not \(what): it \(status).")
    }
  }
}

struct TestRunError: Error, CustomStringConvertible { let description: String }
