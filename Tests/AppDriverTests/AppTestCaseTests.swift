import ControlProtocol
import ElementTree
import Foundation
import Leaks
import Records
import Snapshots
import Synchronization
import TestSupport
import Testing
import XCTest

@testable import AppDriver

/// What a case of a test of ``AppTestCase`` works with: bound around the run of the case.
private struct Rig: Sendable {
  let fake: FakeApp
  let pool: AppPool
  let results: TestFolder
  let events = Events()

  final class Events: Sendable {
    let list = Mutex<[String]>([])
    func add(_ event: String) { list.withLock { $0.append(event) } }
  }

  @TaskLocal static var current: Rig?

  init() throws {
    let fake = try FakeApp()
    self.fake = fake
    pool = AppPool(limit: 1) { _ in fake.makeApp() }
    results = try TestFolder()
  }

  var recorded: [String] { events.list.withLock(\.self) }

  /// Runs the body as a method of the class, as XCTest does, and returns how many failures it recorded.
  func run<Case: RiggedCase>(_ type: Case.Type, _ body: @escaping (Case) throws -> Void) -> Int {
    Rig.$current.withValue(self) {
      let testCase = Case(name: "testIt") { try ($0 as? RiggedCase)?.work?() }
      // XCTest never lets go of a case and its run, so they must not hold what is to go away.
      defer {
        testCase.work = nil
        testCase.rig = nil
      }
      testCase.rig = self
      testCase.work = { [unowned testCase] in try body(testCase) }
      testCase.runAndWait()
      return testCase.testRun?.totalFailureCount ?? -1
    }
  }
}

private class RiggedCase: AppTestCase {
  var rig: Rig?
  var work: (() throws -> Void)?
  override class var appName: String { "FakeApp" }
  override class var pool: AppPool { Rig.current?.pool ?? .shared }
  override class var resultsFolder: String { Rig.current?.results.path ?? "/dev/null" }
  override class var timings: String? { Rig.current.flatMap { try? $0.fake.timings() } }
  override class var rounds: Int { 1 }

  func note(_ event: String) { rig?.events.add("\(event), app \(app.state)") }

  /// Counts the failure without printing it as one of this run.
  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    rig?.events.add("failure: \(description.split(separator: "\n")[0])")
    super.recordFailure(
      withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
  }
}

/// Overrides every hook and calls `super` in none.
private final class HookedCase: RiggedCase {
  override func setUp() async throws { note("setUp async") }
  override func setUpWithError() throws { note("setUpWithError") }
  override func setUp() {
    note("setUp")
    addTeardownBlock { [weak self] in self?.note("first teardown block") }
    addTeardownBlock { [weak self] in self?.note("second teardown block") }
  }
  override func tearDown() { note("tearDown") }
  override func tearDownWithError() throws { note("tearDownWithError") }
  override func tearDown() async throws { note("tearDown async") }
}

/// Asks the app for what is not there before its test begins.
private final class SettingUpCase: RiggedCase {
  override func setUpWithError() throws {
    try app.buttons["contniue"].tap(file: #filePath, line: 4_712)
  }
}

/// Says of no app that it is its own.
private final class NamelessCase: RiggedCase {
  override class var appName: String { AppTestCase.appName }
}

@Suite("The base of XCTest classes", .serialized)
@MainActor
struct AppTestCaseTests {
  private static let leak = Leak(type: "Shop.Cart", name: "cart", generation: 1)

  @Test("keeps XCTest's order of hooks, with a running app in each, whether or not they call super")
  func order() throws {
    let rig = try Rig()
    let failures = rig.run(HookedCase.self) { $0.note("test") }
    #expect(failures == 0)
    #expect(
      rig.recorded == [
        "setUp async, app running", "setUpWithError, app running", "setUp, app running",
        "test, app running", "second teardown block, app running", "first teardown block, app running",
        "tearDown, app running", "tearDownWithError, app running", "tearDown async, app running",
      ])
    #expect(rig.fake.requests.filter { $0.hasPrefix("POST") } == ["POST /reset"])
    rig.pool.close()
  }

  @Test("fails where it names no app, and runs nothing")
  func nameless() throws {
    let rig = try Rig()
    #expect(rig.run(NamelessCase.self) { $0.note("test") } == 1)
    #expect(rig.recorded.count == 1 && rig.recorded[0].hasPrefix("failure: "))
    #expect(rig.recorded[0].contains("NamelessCase names no app: override `appName`."))
    rig.pool.close()
  }

  @Test("fails at the line that asks for an element where nobody can tell whether it is there")
  func unknown() throws {
    let rig = try Rig()
    let failures = rig.run(RiggedCase.self) { test in
      test.app.terminate()
      XCTAssertFalse(test.app.buttons["continue"].exists)
    }
    #expect(failures == 1)
    #expect(
      rig.recorded == [
        "failure: failed - The button \"continue\" could not be looked for: FakeApp is not running. Call launch() or reset() first."
      ])
    rig.pool.close()
  }

  @Test("fails with a message that does not end in a dash where nothing follows it")
  func withoutMessage() throws {
    let rig = try Rig()
    #expect(rig.run(RiggedCase.self) { _ in XCTAssertTrue(false) } == 1)
    let text = try #require(rig.results.read("AppDriverTests/RiggedCase/testIt/failure.md"))
    #expect(text.contains("XCTAssertTrue failed\n"), "\(text)")
    rig.pool.close()
  }

  @Test("fails with an error of the driver at the line of the call, and with any other where XCTest says")
  func thrown() throws {
    struct Mistake: Error {}
    let rig = try Rig()
    _ = rig.run(RiggedCase.self) { try $0.app.buttons["contniue"].tap(file: #filePath, line: 4_711) }
    let text = try #require(rig.results.read("AppDriverTests/RiggedCase/testIt/failure.md"))
    #expect(text.contains("At \(#filePath):4711\n"), "\(text)")
    _ = rig.run(SettingUpCase.self) { _ in }
    let early = rig.results.read("AppDriverTests/SettingUpCase/testIt/failure.md")
    #expect(early?.contains("At \(#filePath):4712\n") == true, "\(early ?? "")")
    _ = rig.run(RiggedCase.self) { _ in throw Mistake() }
    #expect(rig.results.read("AppDriverTests/RiggedCase/testIt/failure.md")?.contains("Mistake") == true)
    #expect(rig.results.read("AppDriverTests/RiggedCase/testIt/failure.md")?.contains(":4711") == false)
    rig.pool.close()
  }

  @Test("fails at the line of a text that the app does not show, and goes on")
  func snapshot() throws {
    let rig = try Rig()
    let run = RunFolder(path: rig.results.path + "/run")
    let failures = TreeComparison.Suggestions.$here.withValue(.init(in: run, isForAll: false)) {
      rig.run(RiggedCase.self) { test in
        try test.app.assertScreen("…", file: #filePath, line: 4_710)
        try test.app.assertScreen("screen #welcome \"Good morning\"\n…", file: #filePath, line: 4_711)
        try test.app.buttons["continue"].assertTree("", file: #filePath, line: 4_712)
      }
    }
    #expect(failures == 2)
    #expect(
      rig.recorded == [
        "failure: failed - The screen \"welcome\" does not show what the test says. Minus is what it says, plus is what is shown:",
        "failure: failed - The test does not say what the button \"continue\" shows. It shows:",
      ])
    let text = try #require(rig.results.read("AppDriverTests/RiggedCase/testIt/failure.md"))
    #expect(text.contains("At \(#filePath):4711\n"), "\(text)")
    #expect(text.contains("- screen #welcome \"Good morning\"\n+ screen #welcome \"Welcome\"\n"), "\(text)")
    #expect(run.suggestions().0.map(\.line) == [4_712])
    rig.pool.close()
  }

  @Test("resets one process before and after each method")
  func reuse() throws {
    let rig = try Rig()
    var pids: Set<Int32> = []
    for _ in 0..<3 {
      #expect(rig.run(RiggedCase.self) { pids.insert($0.app.processIdentifier ?? 0) } == 0)
    }
    #expect(pids.count == 1)
    #expect(rig.fake.stage.withLock(\.resets.count) == 5)
    rig.pool.close()
  }

  @Test("fails the method that leaked, and no other")
  func leak() throws {
    let rig = try Rig()
    let failures = rig.run(RiggedCase.self) { _ in rig.fake.stage.withLock { $0.leaks = [Self.leak] } }
    #expect(failures == 1)
    #expect(
      rig.recorded == [
        "failure: leaked: Shop.Cart (cart, generation 1) is alive after the reset"
      ])
    #expect(
      rig.run(RiggedCase.self) {
        XCTAssertEqual(
          $0.app.relaunchReason, "RiggedCase.testIt: leaked Shop.Cart (cart, generation 1)")
      } == 0)
    rig.pool.close()
  }

  @Test("says of what leaked which call was the last before it, and which step has found it")
  func placeOfLeak() throws {
    let rig = try Rig()
    var app: App?
    _ = rig.run(RiggedCase.self) {
      app = $0.app
      try $0.app.buttons["continue"].tap(file: "/shop/CartTests.swift", line: 7)
      rig.fake.stage.withLock { $0.leaks = [Self.leak] }
    }
    let file = try #require(rig.results.contents.first { $0.hasSuffix("failure.md") })
    #expect(try #require(rig.results.read(file)).contains("At /shop/CartTests.swift:7\n"))
    let trace = try #require(app).recorder.current
    let step = try #require(trace.failures.first?.step)
    #expect(trace.steps[step - 1].text == "Reset live FakeApp")
    rig.pool.close()
  }

  @Test("runs a method often, on a clean slate and as a new object each time, until it fails")
  func repeats() throws {
    let rig = try Rig()
    final class OftenCase: AppTestCase {
      override class var appName: String { "FakeApp" }
      override class var pool: AppPool { Rig.current?.pool ?? .shared }
      override class var resultsFolder: String { Rig.current?.results.path ?? "/dev/null" }
      override class var timings: String? { nil }
      override class var rounds: Int { 10 }
      var count = 0
    }
    final class Heard: NSObject, XCTestObservation {
      var lines: [String] = []
      func testCaseDidFinish(_ testCase: XCTestCase) {
        guard testCase is OftenCase else { return }
        lines.append("\(testCase.name) \(testCase.testRun?.hasSucceeded == true ? "passed" : "failed")")
      }
    }
    let heard = Heard()
    XCTestObservationCenter.shared.addTestObserver(heard)
    defer { XCTestObservationCenter.shared.removeTestObserver(heard) }
    Rig.$current.withValue(rig) {
      OftenCase(name: "testIt") { testCase in
        guard let testCase = testCase as? OftenCase else { return }
        testCase.count += 1
        rig.events.add("\(testCase.count), app \(testCase.app.state)")
        if rig.recorded.count == 4 { throw ElementError.nameless("x", element: "y") }
      }.runAndWait()
    }
    #expect(rig.recorded == Array(repeating: "1, app running", count: 4))
    #expect(rig.fake.stage.withLock(\.resets.count) == 7, "one after each, and one before all but the first")
    #expect(
      heard.lines == Array(repeating: "OftenCase.testIt passed", count: 3) + ["OftenCase.testIt failed"])
    rig.pool.close()
  }

  @Test("tells cleanslate test what the method did, and what the leak gate found")
  func lease() throws {
    let rig = try Rig()
    _ = rig.run(RiggedCase.self) {
      try $0.app.buttons["continue"].tap()
      rig.fake.stage.withLock { $0.leaks = [Self.leak] }
    }
    let timings = try Lease.all(in: "\(rig.fake.folder.path)/timings.jsonl")
    #expect(Set(timings.map(\.test)) == ["\(String(reflecting: RiggedCase.self))/testIt"])
    #expect(timings.map(\.failed) == [true, true] && timings.map { $0.leaks?.count } == [1, nil])
    #expect(timings.last?.steps?.map(\.text) == ["Tap \"continue\""])
    rig.pool.close()
  }

  @Test("lets a method that knows of the leak pass")
  func knownLeak() throws {
    let rig = try Rig()
    let failures = rig.run(RiggedCase.self) {
      rig.fake.stage.withLock { $0.leaks = [Self.leak] }
      $0.knownLeak("Shop.Cart", reason: "the cart is being rebuilt")
    }
    #expect(failures == 0)
    rig.pool.close()
  }

  @Test("fails a method that leaks more than it knows of, and one that expects everything to be looked into")
  func expectations() throws {
    let rig = try Rig()
    let held = Leak(type: "Shop.Cart", name: "cart", generation: 1, holds: ["Line": 1])
    let failures = rig.run(RiggedCase.self) {
      rig.fake.stage.withLock {
        $0.leaks = [held, held, Self.leak]
        $0.notLookedInto = ["OpaquePointer (Cart.pointer)"]
      }
      $0.knownLeak("Shop.*", holder: "holds Line", count: 2, reason: "the cart is being rebuilt")
      $0.expectEverythingLookedInto()
    }
    #expect(failures == 2)
    #expect(
      rig.recorded == [
        "failure: leaked: Shop.Cart (cart, generation 1) is alive after the reset",
        "failure: expectEverythingLookedInto(): the leak walk could not look into",
      ])
    rig.pool.close()
  }

  @Test("keeps the screen, as it was at the first failure, and relaunches for the next method")
  func evidence() throws {
    let rig = try Rig()
    let failures = rig.run(RiggedCase.self) { _ in
      XCTFail("wrong name", file: "Some/Test.swift", line: 12)
      rig.fake.stage.withLock { $0.tree = Element(.window) }
      throw ElementError.nameless("x", element: "y")
    }
    #expect(failures == 2)
    let folder = "AppDriverTests/RiggedCase/testIt"
    #expect(
      rig.results.contents.filter { $0.hasPrefix("\(folder)/") } == [
        "\(folder)/failure.md", "\(folder)/screen.txt", "\(folder)/steps.txt",
      ])
    #expect(rig.results.read("\(folder)/screen.txt")?.contains("Hello") == true)
    #expect(rig.results.read("\(folder)/failure.md")?.contains("wrong name") == true)
    #expect(
      rig.run(RiggedCase.self) {
        XCTAssertEqual($0.app.relaunchReason, "a failure in RiggedCase.testIt")
      } == 0)
    rig.pool.close()
  }

  @Test("fails the method in which the app crashed, once: where a step met the crash, or else at the end")
  func crash() throws {
    let rig = try Rig()
    #expect(rig.run(RiggedCase.self) { try $0.app.kill() } == 1)
    let atEnd = "failure: FakeApp ended by signal 11 (Segmentation fault) during the test"
    #expect(rig.recorded == [atEnd])
    func tap(_ test: RiggedCase) throws {
      try test.app.kill()
      try test.app.buttons["continue"].tap()
    }
    #expect(rig.run(RiggedCase.self) { try tap($0) } == 1)
    #expect(rig.recorded.count == 2 && rig.recorded[1].contains("before it was asked for /tap"))
    // The test fails, and not with what it caught.
    #expect(
      rig.run(RiggedCase.self) {
        try? tap($0); XCTAssertTrue(false)
      } == 2)
    #expect(rig.recorded.last == atEnd)
    rig.pool.close()
  }

  @Test("does not run a method whose app cannot be started")
  func noApp() throws {
    let rig = try Rig()
    try rig.fake.folder.write("#!/bin/sh\nexit 3", to: "FakeApp", executable: true)
    #expect(rig.run(RiggedCase.self) { _ in rig.events.add("ran") } == 1)
    #expect(
      rig.recorded == [
        "failure: The app could not be given a clean slate: "
          + "FakeApp exited with status 3 before it was ready. It wrote nothing."
      ])
    // It has made no call whose line could be told.
    let text = rig.results.read("AppDriverTests/RiggedCase/testIt/failure.md")
    #expect(text?.contains("\nAt ") == false, "\(text ?? "")")
    rig.pool.close()
  }

  @Test("does not take a skipped method for a failed one")
  func skip() throws {
    let rig = try Rig()
    #expect(rig.run(RiggedCase.self) { _ in throw XCTSkip("not today") } == 0)
    #expect(rig.results.contents == [])
    rig.pool.close()
  }
}
