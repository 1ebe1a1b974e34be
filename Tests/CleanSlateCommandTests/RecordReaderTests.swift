import Foundation
import Processes
import Records
import Testing

@testable import CleanSlateCommand

@Suite("What cleanslate test reads of a process of XCTest with the driver's observer")
struct RecordReaderTests {
  private static let id = "Shop.CartTests/testPays"
  private var reader: ProcessReader
  private var results: TestResults

  init() throws {
    let test = try #require(TestIdentity(listed: Self.id))
    (reader, results) = (ProcessReader([test, test], of: .xcTest), TestResults([test]))
  }

  private mutating func record(_ kind: String, _ more: String = "") {
    let line = #"{"kind":"event","payload":{"kind":"\#(kind)"\#(more),"instant":{"absolute":1}}}"#
    for event in reader.read(record: Array(line.utf8)) { results.take(event, of: .xcTest) }
  }

  private mutating func print(_ text: String) {
    for line in text.split(separator: "\n") {
      for event in reader.read(String(line)) { results.take(event, of: .xcTest) }
    }
  }

  @Test("is no more of many runs than of one, beside their number and their sums")
  mutating func manyRuns() throws {
    let test = try #require(TestIdentity(listed: Self.id))
    reader = ProcessReader([test], of: .xcTest, repetitions: 300)
    var outputs: [String] = []
    record("runStarted")
    for run in 1...300 {
      record("testStarted", #","testID":"Shop.CartTests/testPays""#)
      print("Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000\nrun \(run)")
      print("Test Case 'CartTests.testPays' passed (0.5 seconds)")
      let lease = Lease(
        test: Self.id, seconds: 2, failed: run > 298 ? true : nil, leaks: run > 298 ? ["leak \(run)"] : nil,
        steps: [TestStep(at: 1, text: "step \(run)")])
      reader.read(lease: try JSONEncoder().encode(lease))
      record("testEnded", #","testID":"Shop.CartTests/testPays""#)
      outputs += results[Self.id]?.output ?? []
    }
    #expect(outputs == (1...300).map { "run \($0)" })
    #expect(reader.started == [Self.id] && reader.runs == [Self.id: 300])
    #expect(reader.leases.map(\.seconds) == [596, 4])
    #expect(reader.leases.map { $0.steps?.map(\.text) } == [["step 298"], ["step 299"]])
    #expect(reader.leases.map(\.leaks) == [nil, ["leak 299", "leak 300"]])
    #expect(results[Self.id]?.runs == 300)
  }

  @Test("to be skipped in another run does not undo a crash")
  func skippedAfterCrash() {
    let test = TestIdentity(framework: .swiftTesting, id: "Shop.t", name: "t")
    var results = TestResults([test])
    for event in [
      .started(test.id, at: 1), .cutOff(test.id), .skipped(test.id, reason: ""),
      TestEvent.skipped(test.id, reason: "late"),
    ] { results.take(event, of: .swiftTesting) }
    #expect(results.all[0].runs == 2 && results.all[0].failureCount == 2 && !results.all[0].isGood)
    #expect(results.all[0].skipReason == "late")
  }

  @Test("what tests print changes no outcome", arguments: [true, false])
  mutating func printsMeanNothing(passes: Bool) {
    let test = #","testID":"Shop.CartTests/testPays""#
    record("runStarted")
    record("testStarted", test)
    print(
      """
      Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000
      Test Case 'CartTests.testPays' \(passes ? "failed" : "passed") (0.5 seconds)
      /w/Cart.swift:5: error: CartTests.testPays : off
      /w/Cart.swift:6: CartTests.testPays : Test skipped - no soup
      Test Suite 'Selected tests' passed at 2026-01-01 10:00:00.000
      \t Executed 1 test, with 0 failures (0 unexpected) in 1.5 (1.5) seconds
      """)
    if !passes { record("issueRecorded", #"\#(test),"issue":{"isFailure":true},"messages":[]"#) }
    record("testEnded", test)
    record("runEnded")
    #expect(results[Self.id]?.verdict == (passes ? .passed : .failed))
    #expect(results[Self.id]?.failures.count == (passes ? 0 : 1))
    #expect(reader.complaints(about: .exited(passes ? 0 : 1)).isEmpty)
    #expect(reader.complaints(about: .exited(passes ? 1 : 2)).count == 1)
  }

  @Test(
    "a skipped test has its reason, whichever is read first, the record or a line", arguments: [true, false])
  mutating func skips(recordComesFirst: Bool) {
    let test = #","testID":"Shop.CartTests/testPays""#
    record("runStarted")
    for soup in ["no soup", "no soup again"] {
      record("testStarted", test)
      print(
        """
        Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000
        /w/Cart.swift:6: CartTests.testPays : Test skipped - \(soup)
        """)
      if recordComesFirst { record("testSkipped", test) }
      print("Test Case 'CartTests.testPays' skipped (0.5 seconds)")
      if !recordComesFirst { record("testSkipped", test) }
      record("testEnded", test)
      #expect(results[Self.id]?.skipReason == soup)
    }
  }

  @Test("what is printed of a run that was skipped is nothing of the next one, which has begun by then")
  mutating func skippedBefore() {
    let test = #","testID":"Shop.CartTests/testPays""#
    record("runStarted")
    for kind in ["testStarted", "testSkipped", "testEnded", "testStarted"] { record(kind, test) }
    print(
      """
      Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000
      /w/Cart.swift:6: CartTests.testPays : Test skipped - no soup
      Test Case 'CartTests.testPays' skipped (0.5 seconds)
      """)
    record("testEnded", test)
    #expect(results[Self.id]?.verdict == .passed)
  }

  @Test("a process that says that it has run all, and has not, is none that has")
  mutating func endsEarly() {
    record("runStarted")
    print("Test Suite 'Selected tests' passed at x\n\t Executed 0 tests, with 0 failures")
    #expect(reader.complaints(about: .exited(0)) == ["It ended before its tests had come to their end."])
  }

  @Test("what cannot be read is told with its place")
  mutating func unreadable() {
    record("runStarted")
    _ = reader.read(record: [UInt8(ascii: "{"), 0xFF])
    reader.read(lease: Array("{}".utf8))
    reader.read(restOfRecords: [1, 2, 3], ofLeases: [1])
    let complaints = reader.complaints(about: .exited(0))
    #expect(complaints[0].hasPrefix("Line 2 of its records cannot be read: "), "\(complaints)")
    #expect(
      complaints.dropFirst().prefix(3) == [
        "Line 3 of its records has no end; 3 bytes of it are there.",
        "A line of the driver's cannot be read (2 bytes).", "The driver's last line has no end (1 bytes).",
      ])
  }

  @Test("test cases that a test runs itself are its own affair")
  mutating func nested() {
    record("runStarted")
    record("testStarted", #","testID":"Shop.CartTests/testPays""#)
    record("testStarted", #","testID":"Shop.Rigged/testIt""#)
    record("issueRecorded", #","testID":"Shop.Rigged/testIt","issue":{"isFailure":true},"messages":[]"#)
    record("testEnded", #","testID":"Shop.Rigged/testIt""#)
    record("testEnded", #","testID":"Shop.CartTests/testPays""#)
    record("runEnded")
    #expect(results.all.map(\.verdict) == [.passed])
    #expect(reader.complaints(about: .exited(0)).isEmpty)
  }

  @Test("what was not to run is named")
  mutating func stranger() {
    record("runStarted")
    record("testStarted", #","testID":"Shop.CartTests/testEats""#)
    record("testEnded", #","testID":"Shop.CartTests/testEats""#)
    record("runEnded")
    #expect(
      reader.complaints(about: .exited(0)) == ["It ran what it was not to run: Shop.CartTests/testEats."])
  }
}
