import Foundation
import OperatingSystem
import Processes
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("What is wrong with a run, and is no failure of a test")
struct TestProgressTests {
  private static let id = "Shop.CartTests/testPays"
  private let home: TemporaryHome
  private let progress: TestProgress
  private let test: TestIdentity

  init() throws {
    home = try TemporaryHome()
    test = try #require(TestIdentity(listed: Self.id))
    progress = TestProgress(
      log: try Descriptor.open(home.path(.home) + "/log", .replacing), showsOutput: false,
      live: LiveLine(columns: { nil }, write: { _ in }))
    progress.results = TestResults([test])
  }

  /// Runs the test once.
  private func run(_ outcome: String, by status: Processes.ExitStatus, count: Int? = 1) throws {
    var reader = ProcessReader([test], of: .xcTest)
    let end = [
      "Test Suite 'Selected tests' passed at 2026-01-01 10:00:00.000",
      "\t Executed \(count ?? 0) tests, with 0 failures (0 unexpected) in 1.5 (1.5) seconds",
    ]
    let lines =
      [
        "Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000",
        "/w/Cart.swift:5: error: CartTests.testPays : off",
        "Test Case 'CartTests.testPays' \(outcome) (1.5 seconds)",
      ].filter { outcome == "failed" || !$0.hasPrefix("/w/") } + (count == nil ? [] : end)
    for line in lines { progress.take(reader.read(line), of: .xcTest) }
    progress.end(of: reader, by: status)
  }

  @Test(
    "is an end that nobody expected, even if a test failed before it",
    arguments: [Processes.ExitStatus.signalled(6), .exited(66)])
  func unexpectedEnd(_ status: Processes.ExitStatus) throws {
    try run("failed", by: status)
    try run("passed", by: .exited(0))
    #expect(progress.results.counts[.flaky] == 1)
    #expect(progress.complaints == ["A process of XCTest: It \(status), while no test ran."])
  }

  @Test("is that what became of a test with an app is not kept, which is said once")
  func lostRecords() throws {
    var reader = ProcessReader([test], of: .xcTest)
    for _ in 1...2 {
      let lease = Lease(
        test: Self.id, seconds: 1, failed: nil, leaks: nil, steps: nil, problem: "There is no room.")
      reader.read(lease: try JSONEncoder().encode(lease))
    }
    #expect(reader.complaints(about: .exited(0)).filter { $0 == "There is no room." }.count == 1)
  }

  @Test(
    "is no failure of a test that never began, which is one of the test, and is made up for when it is tried again"
  )
  func failsBeforeItBegins() throws {
    let test = try #require(newTest())
    for count in 1...2 {
      record(["runStarted", "issueRecorded", "runEnded"], of: test, by: .exited(1))
      #expect(progress.results[test.id]?.runs == count && progress.results[test.id]?.failureCount == count)
    }
    #expect(progress.results[test.id]?.state == .failed)
    #expect(progress.results.counts[.failed] == 1 && progress.results.counts[.notRun] == nil)
    record(["runStarted", "testStarted", "testEnded", "runEnded"], of: test, by: .exited(0))
    #expect(progress.results[test.id]?.verdict == .flaky)
    #expect(progress.results[test.id]?.earlierFailures.first?.failures.first?.message == "no arguments")
  }

  @Test("is no crash of a test that has said before it that it is skipped: the test is broken off")
  func crashesAfterSkip() throws {
    for (count, kind) in ["testCancelled", "testSkipped"].enumerated() {
      let test = try #require(count == 0 ? newTest() : TestIdentity(listed: Self.id))
      progress.results = TestResults([test])
      record(["runStarted", "testStarted", kind], of: test, by: .signalled(4))
      #expect(progress.results.counts == [.brokenOff: 1] && progress.complaints.isEmpty)
    }
  }

  private func newTest() -> TestIdentity? {
    let test = TestIdentity(framework: .swiftTesting, id: "Shop.pays()/A.swift:1:1", name: "pays()")
    progress.results = TestResults([test])
    return test
  }

  /// What a process records of the test until it ends.
  private func record(_ kinds: [String], of test: TestIdentity, by status: Processes.ExitStatus) {
    var reader = ProcessReader([test], of: test.framework)
    for kind in kinds {
      let line =
        #"{"kind":"event","payload":{"kind":"\#(kind)","instant":{"absolute":1},"testID":"\#(test.id)","#
        + #""issue":{"isFailure":true},"messages":[{"symbol":"fail","text":"no arguments"}]}}"#
      progress.take(reader.read(record: line.utf8), of: test.framework)
    }
    progress.end(of: reader, by: status)
  }

  @Test("is no failure before the beginning of a test in its own process")
  func failsAsItBegins() {
    progress.take(
      [.failed(Self.id, TestFailure(message: "off")), .started(Self.id), .ended(Self.id, seconds: 1)],
      of: .xcTest)
    #expect(progress.results[Self.id]?.verdict == .failed)
  }

  @Test("is no end of a test that failed, nor one that breaks a test off")
  func expectedEnd() throws {
    try run("failed", by: .exited(1))
    try run("passed", by: .exited(0))
    try run("hangs", by: .signalled(6))
    #expect(progress.complaints.isEmpty)
  }

  @Test("is an end with a status where every test passed")
  func allGood() throws {
    try run("passed", by: .exited(1))
    #expect(
      progress.complaints == ["A process of XCTest: It exited with status 1, although no test failed."])
  }

  @Test("is an end before XCTest's own, or one that counts other tests", arguments: [nil, 2])
  func tooEarly(_ count: Int?) throws {
    try run("passed", by: .exited(0), count: count)
    #expect(
      progress.complaints == ["A process of XCTest: It ended before its tests had come to their end."])
  }

  @Test("is a log that cannot be written, once")
  func log() throws {
    let progress = TestProgress(
      log: try Descriptor.open("/dev/full", .appending), showsOutput: false,
      live: LiveLine(columns: { nil }, write: { _ in }))
    for line in ["one", "two"] { progress.log(line) }
    #expect(
      progress.complaints == ["The log of what the tests print is cut off: No space left on device."])
  }

  @Test("is none that somebody writes faster than it is read")
  func flood() throws {
    let path = home.path(.home) + "/flood"
    let line = [UInt8](repeating: UInt8(ascii: "a"), count: 99_999) + [UInt8(ascii: "\n")]
    let file = try Descriptor.open(path, .replacing)
    for _ in 0..<100 { try file.writeAll(line) }
    var follower = LineFollower(try Descriptor.open(path, .reading))
    let first = try follower.newLines().count
    #expect((40..<100).contains(first) && !follower.isOver)
    var rest = 0
    while !follower.isOver { rest += try follower.newLines().count }
    #expect(first + rest == 100 && follower.rest.isEmpty)
  }

  @Test("is no line without an end, of which each piece is looked through once")
  func endless() throws {
    let (reading, writing) = try Descriptor.pipe()
    try reading.makeNonBlocking()
    var follower = LineFollower(reading)
    let piece = [UInt8](repeating: UInt8(ascii: "."), count: 8192)
    let start = ThreadTime.now
    for _ in 0..<400 {
      try writing.writeAll(piece)
      #expect(try follower.newLines().isEmpty)
    }
    #expect(ThreadTime.now - start < .seconds(8))
    try writing.writeAll([UInt8(ascii: "\n"), UInt8(ascii: "b"), UInt8(ascii: "\n")])
    #expect(try follower.newLines().map(\.count) == [400 * 8192, 1])
  }

  @Test("is told apart from a test that is cancelled, which is told once")
  func cancelled() throws {
    var told = ""
    let progress = TestProgress(
      log: try Descriptor.open("/dev/null", .appending), showsOutput: false,
      live: LiveLine(columns: { nil }, write: { told += $0 }))
    let tests = ["a", "b"].map { TestIdentity(framework: .swiftTesting, id: "M.\($0)()", name: "\($0)()") }
    progress.results = TestResults(tests)
    progress.take(
      [
        .skipped("M.a()", reason: "off"), .started("M.b()", at: 1), .skipped("M.b()", reason: "not now"),
        .skipped("M.b()", reason: "not now, at last"), .endedAt("M.b()", 2),
      ], of: .swiftTesting)
    #expect(told == "skipped M.a()\nskipped M.b() (1.000 s)\n")
  }

  @Test("is in the record of the run, and so is its interruption")
  func record() throws {
    let folder = home.path(.home)
    try Data("no manifest".utf8).write(to: URL(filePath: "\(folder)/Package.swift"))
    let options = try TestOptions([])
    let surroundings = Surroundings(folder: folder, environment: [:], write: { _ in }, complain: { _ in })
    let task = try ShardTask(options, of: PackageFolder(at: nil, from: folder), in: surroundings)
    progress.complain("The soup is cold.")
    #expect(task.record(of: progress, options, name: "r").complaints == ["The soup is cold."])
    progress.end(of: ProcessReader([], of: .xcTest), by: nil)
    #expect(
      task.record(of: progress, options, name: "r").complaints == ["The soup is cold.", "Interrupted."])
  }
}
