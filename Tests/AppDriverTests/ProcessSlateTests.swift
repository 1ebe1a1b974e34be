import Glibc
import Synchronization
import TestSupport
import Testing
import XCTest

@testable import AppDriver

@Suite("A slate that is a process", .app("SampleShop", slate: .process))
struct ProcessSlateTests {
  private static let seen = Mutex<[Int32: String?]>([:])

  @Test("gives each test a new one, forked by the server, and blames nothing on it", arguments: 1...4)
  func newProcess(number: Int) throws {
    let app = try App.current
    let process = try #require(app.processIdentifier)
    let reason = app.relaunchReason
    #expect(Self.seen.withLock { $0.updateValue(reason, forKey: process) } == nil)
    #expect(reason == nil || reason == "slate: .process asks for a new process for each test")
    #expect(app.generation == 1)
    #expect(getpgid(process) == process)
    try app.buttons["start-settings"].tap()
  }

  @Test("is that of the inner trait, and of no test after it")
  func inner() async throws {
    let fake = try FakeApp()
    let pool = AppPool(limit: 1) { _ in fake.makeApp() }
    defer { pool.close() }
    let test = try #require(Test.current)
    let processes = Mutex<[Int32?]>([])
    @Sendable func trait(_ slate: Slate) -> AppTrait {
      .app("FakeApp", slate: slate, pool: { pool }, resultsFolder: "/dev/null")
    }
    @Sendable func note() throws {
      let process = try App.current.processIdentifier
      processes.withLock { $0.append(process) }
    }
    try await App.$leased.withValue(nil) {
      try await trait(.live).provideScope(for: test, testCase: nil) {
        try note()
        try await trait(.process).provideScope(for: test, testCase: nil) { try note() }
      }
      for slate in [Slate.live, .live, .process, .process] {
        try await trait(slate).provideScope(for: test, testCase: nil) { try note() }
      }
    }
    let seen = processes.withLock(\.self)
    // Two of them are one process: the second live test has that of the first.
    #expect(seen[2] == seen[3])
    #expect(Set(seen).count == seen.count - 1 && !seen.contains(nil))
  }
}

final class ProcessSlateCases: AppTestCase {
  private static let seen = Mutex<[Int32]>([])
  override class var appName: String { "SampleShop" }
  override class var slate: Slate { .process }

  func testOne() throws { try lookAtProcess() }
  func testTwo() throws { try lookAtProcess() }
  func testThree() throws { try lookAtProcess() }

  private func lookAtProcess() throws {
    let process = try XCTUnwrap(app.processIdentifier)
    XCTAssertFalse(Self.seen.withLock { $0.contains(process) })
    Self.seen.withLock { $0.append(process) }
    XCTAssertEqual(app.generation, 1)
    try app.buttons["start-settings"].tap()
  }
}
