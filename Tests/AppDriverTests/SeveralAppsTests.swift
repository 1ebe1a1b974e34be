import ElementTree
import Foundation
import Leaks
import Records
import Synchronization
import TestSupport
import Testing
import XCTest

@testable import AppDriver

/// Two fakes and a pool that lends one as "ada" and one as "ben", whatever the test calls them.
private struct TwoFakes: Sendable {
  let ada: FakeApp
  let ben: FakeApp
  let pool: AppPool
  let results: TestFolder

  @TaskLocal static var current: TwoFakes?

  init(scriptOfBen: String? = nil) throws {
    let (ada, ben) = (try FakeApp(), try FakeApp(script: scriptOfBen))
    let isFirst = Mutex(true)
    (self.ada, self.ben, results) = (ada, ben, try TestFolder())
    pool = AppPool(limit: 2) { _ in
      isFirst.withLock { first in
        defer { first = false }
        return first
      } ? ada.makeApp() : ben.makeApp()
    }
  }

  var resetCount: Int { [ada, ben].map { $0.stage.withLock(\.resets.count) }.reduce(0, +) }

  func trait(as role: String?, name: String = "FakeApp", group: String? = nil) -> AppTrait {
    let pool = pool
    return .app(
      name, as: role, group: group, pool: { pool }, resultsFolder: results.path,
      timings: try? ada.timings(), isFailure: { $0.severity == .error })
  }

  /// Runs the body within traits for both, as the outer of which leases for both.
  func scope(group: String? = nil, _ body: @Sendable @escaping () async throws -> Void) async throws {
    let test = try #require(Test.current)
    let inner = trait(as: "ben", group: group)
    let outer = trait(as: "ada", group: group)
    try await outer.provideScope(for: test, with: [outer, inner]) {
      try await inner.provideScope(for: test, testCase: nil, performing: body)
    }
  }
}

@Suite("A test with several apps")
struct SeveralAppsTests {
  @Test("has each under its name, on a clean slate before and after")
  func named() async throws {
    let fakes = try TwoFakes()
    defer { fakes.pool.close() }
    for _ in 0..<2 {
      try await fakes.scope {
        let (ada, ben) = (try App.named("ada"), try App.named("ben"))
        #expect(ada !== ben)
        #expect(ada.state == .running && ben.state == .running)
      }
    }
    #expect(fakes.ada.stage.withLock(\.resets.count) == 3)
    #expect(fakes.ben.stage.withLock(\.resets.count) == 3)
    #expect(fakes.results.contents == [])
  }

  @Test("has to say which one it means, by a name that is there")
  func which() async throws {
    let fakes = try TwoFakes()
    defer { fakes.pool.close() }
    try await fakes.scope {
      let current = #expect(throws: AppError.self) { _ = try App.current }
      #expect(
        current?.description
          == "This test has several apps, \"ada\" and \"ben\". Take one of them by its name: app(\"ada\"), or "
          + "App.named(\"ada\") in Swift Testing.")
      let unknown = #expect(throws: AppError.self) { try App.named("eve") }
      #expect(unknown?.description == "This test has no app \"eve\"; it has \"ada\" and \"ben\".")
    }
    let outside = #expect(throws: AppError.self) { try App.named("ada") }
    #expect(outside?.description.hasPrefix("No app belongs to this test.") == true)
  }

  @Test("may not call two different apps by one name")
  func otherApp() async throws {
    let fakes = try TwoFakes()
    defer { fakes.pool.close() }
    let test = try #require(Test.current)
    var error: AppError?
    // The warning that says where the evidence is.
    await withKnownIssue {
      error = await #expect(throws: AppError.self) {
        try await fakes.scope {
          try await fakes.trait(as: "ben", name: "Other").provideScope(for: test, testCase: nil) {}
        }
      }
    }
    #expect(
      error?.description == """
        Two traits give this test the apps "FakeApp" and "Other" under one name. Keep one of them, or name both: \
        `.app("FakeApp", as: "ada"), .app("Other", as: "ben")`.
        """)
  }

  @Test("keeps evidence of both when it fails")
  func evidence() async throws {
    let fakes = try TwoFakes()
    defer { fakes.pool.close() }
    await withKnownIssue {
      try await fakes.scope {
        fakes.ben.stage.withLock { $0.tree.children = [] }
        Issue.record("wrong name")
      }
    }
    let folder = "AppDriverTests/SeveralAppsTests/evidence__"
    for role in ["ada", "ben"] {
      #expect(fakes.results.read("\(folder) \(role)/failure.md")?.contains("wrong name") == true)
    }
    #expect(fakes.results.read("\(folder) ada/screen.txt")?.contains("Hello") == true)
    #expect(fakes.results.read("\(folder) ben/screen.txt")?.contains("Hello") == false)
    let timings = try Lease.all(in: fakes.ada.folder.path + "/timings.jsonl")
    #expect(timings.map(\.failed) == [true])
  }

  @Test("is told once of a crash that a step met, and of that of another app as well")
  func crashes() async throws {
    let fakes = try TwoFakes()
    defer { fakes.pool.close() }
    let told = Mutex<[String]>([])
    try await withKnownIssue {
      try await fakes.scope {
        for role in ["ada", "ben"] { try App.named(role).kill() }
        try App.named("ada").buttons["continue"].tap()
      }
    } matching: { issue in
      let text = issue.error.map { "\($0)" } ?? issue.comments.first?.rawValue ?? ""
      told.withLock { $0.append(String(text.prefix { $0 != "." && $0 != "\n" })) }
      return true
    }
    let crash = "FakeApp ended by signal 11 (Segmentation fault)"
    #expect(
      told.withLock(\.self) == [
        "\(crash) before it was asked for /tap", "ben: \(crash) during the test",
      ])
  }

  @Test("is told first of the one whose call has failed")
  func first() async throws {
    let fakes = try TwoFakes()
    defer { fakes.pool.close() }
    for role in ["ada", "ben"] {
      try await withKnownIssue {
        try await fakes.scope { try App.named(role).buttons["contniue"].tap() }
      } matching: { issue in
        let text = issue.comments.map(\.rawValue).joined()
        return text.split(separator: "\n").first { $0.hasPrefix("Evidence: ") }?.hasSuffix(" \(role)") == true
      }
      let folder = "AppDriverTests/SeveralAppsTests/first__ \(role)"
      let text = try #require(fakes.results.read("\(folder)/failure.md"))
      #expect(text.hasPrefix("# AppDriverTests.SeveralAppsTests/first() \(role)\n"), "\(text)")
      #expect(text.contains("\n## Screen of \(role)\n"), "\(text)")
    }
  }

  @Test("fails for what one of them leaked, and says which")
  func leak() async throws {
    let fakes = try TwoFakes()
    defer { fakes.pool.close() }
    let complaints = Mutex<[String]>([])
    try await withKnownIssue {
      try await fakes.scope {
        fakes.ben.stage.withLock { $0.leaks = [Leak(type: "Shop.Cart", name: "cart", generation: 1)] }
      }
    } matching: { issue in
      complaints.withLock { $0.append(issue.comments.first?.rawValue ?? "") }
      return true
    }
    let lines = complaints.withLock { $0.flatMap { $0.split(separator: "\n") } }
    #expect(lines.first == "ben: leaked: Shop.Cart (cart, generation 1) is alive after the reset")
  }

  @Test("says what was done last to any of them, and tells its steps in their order")
  func lastCall() async throws {
    let fakes = try TwoFakes()
    defer { fakes.pool.close() }
    let lines = Mutex<[Int?]>([])
    try await withKnownIssue {
      try await fakes.scope {
        try App.named("ada").buttons["continue"].tap(line: 10)
        try App.named("ben").buttons["continue"].tap(line: 11)
        fakes.ada.stage.withLock { $0.leaks = [Leak(type: "Shop.Cart", name: "cart", generation: 1)] }
      }
    } matching: { issue in
      lines.withLock { $0.append(issue.sourceLocation?.line) }
      return true
    }
    #expect(lines.withLock(\.self) == [11])
    let lease = try Lease.all(in: fakes.ada.folder.path + "/timings.jsonl").last
    #expect(lease?.steps?.map(\.text).prefix(2) == ["ada: Tap \"continue\"", "ben: Tap \"continue\""])
  }

  @Test("has nothing to tell of the test before it where one of them cannot begin")
  @MainActor
  func nothingOfOthers() throws {
    let fakes = try TwoFakes()
    defer { fakes.pool.close() }
    try TwoFakes.$current.withValue(fakes) {
      let leaking = TwoAppsCase(name: "testIt") { _ in
        fakes.ben.stage.withLock { $0.leaks = [Leak(type: "Shop.Cart", name: "cart", generation: 1)] }
      }
      leaking.runAndWait()
      #expect(leaking.failures.count == 1, "\(leaking.failures)")
      try fakes.ben.folder.write("#!/bin/sh\nexit 3\n", to: "FakeApp", executable: true)
      let next = TwoAppsCase(name: "testOther") { _ in Issue.record("The test has run.") }
      next.runAndWait()
      #expect(next.failures.count == 1, "\(next.failures)")
      let steps = try #require(
        fakes.results.read("AppDriverTests/TwoAppsCase/testOther ben/steps.txt"))
      #expect(!steps.contains("Reset live"), "\(steps)")
    }
  }

  @Test("of XCTest names a group of an app that it has")
  @MainActor
  func strangeGroup() {
    let test = StrangeGroupCase(name: "testIt") { _ in Issue.record("The test has run.") }
    test.runAndWait()
    #expect(test.failures == ["appGroups names eve, and appNames has no such app."])
  }

  @Test("lets apps of one group have their groups in one folder, which goes with the test")
  func group() async throws {
    let fakes = try TwoFakes()
    defer { fakes.pool.close() }
    let folders = Mutex<[String?]>([])
    try await fakes.scope(group: "family") {
      for role in ["ada", "ben"] {
        let folder = try App.named(role).processEnvironment["CLEANSLATE_GROUPS_HOME"]
        folders.withLock { $0.append(folder) }
      }
    }
    try await fakes.scope(group: "family") {
      let ada = try App.named("ada")
      ada.terminate()
      let resets = fakes.resetCount
      try ada.reset()
      #expect(fakes.resetCount == resets + 1, "a new process alone leaves what the group shares")
    }
    let seen = folders.withLock { $0.compactMap(\.self) }
    #expect(seen.count == 2 && Set(seen).count == 1)
    #expect(!FileManager.default.fileExists(atPath: seen.first ?? "/"))
    try await fakes.scope {
      let ada = try App.named("ada")
      #expect(ada.processEnvironment["CLEANSLATE_GROUPS_HOME"] == nil)
    }
    // The trait of the test replaces that of its suite.
    let test = try #require(Test.current)
    let (suite, own) = (fakes.trait(as: "ada"), fakes.trait(as: "ada", group: "family"))
    try await suite.provideScope(for: test, with: [suite, own]) {
      let ada = try App.named("ada")
      #expect(ada.processEnvironment["CLEANSLATE_GROUPS_HOME"] != nil)
    }
  }

  @Test("of XCTest ends with the app that has begun where the other one cannot begin")
  @MainActor
  func otherCannotBegin() throws {
    let fakes = try TwoFakes(scriptOfBen: "#!/bin/sh\nexit 3\n")
    defer { fakes.pool.close() }
    TwoFakes.$current.withValue(fakes) {
      let test = TwoAppsCase(name: "testIt") { _ in Issue.record("The test has run.") }
      test.runAndWait()
      #expect(test.failures.count == 1, "\(test.failures)")
      #expect(test.failures.first?.contains("The app could not be given a clean slate") == true)
      #expect(fakes.ada.stage.withLock(\.resets).count == 1, "the leak gate has looked at the first app")
    }
  }

  @Test("of XCTest has each under its name, and fails for each")
  @MainActor
  func testCase() throws {
    let fakes = try TwoFakes()
    defer { fakes.pool.close() }
    TwoFakes.$current.withValue(fakes) {
      let test = TwoAppsCase(name: "testIt") { test in
        guard let test = test as? TwoAppsCase else { return }
        let apps = [test.app("ada"), test.app("ben")]
        test.states = apps.map(\.state)
        test.folders = apps.map { $0.processEnvironment["CLEANSLATE_GROUPS_HOME"] }
        #expect(test.app("eve").state == .notRunning)
        fakes.ben.stage.withLock { $0.leaks = [Leak(type: "Shop.Cart", name: "cart", generation: 1)] }
      }
      test.runAndWait()
      #expect(test.states == [.running, .running])
      #expect(test.folders.first != .some(nil) && Set(test.folders).count == 1)
      #expect(test.failures.count == 2, "\(test.failures)")
      #expect(test.failures.first == "This test has no app \"eve\"; it has \"ada\" and \"ben\".")
      #expect(test.failures.last?.contains("ben: leaked: Shop.Cart") == true)
    }
  }
}

private class TwoAppsCase: AppTestCase {
  var states: [App.State] = []
  var folders: [String?] = []
  var failures: [String] = []
  override class var appNames: [String: String] { ["ada": "FakeApp", "ben": "FakeApp"] }
  override class var appGroups: [String: String] { ["ada": "family", "ben": "family"] }
  override class var pool: AppPool { TwoFakes.current?.pool ?? .shared }
  override class var resultsFolder: String { TwoFakes.current?.results.path ?? "/dev/null" }
  override class var timings: String? { nil }
  override class var rounds: Int { 1 }

  /// Counts the failure without printing it as one of this run.
  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    failures.append("\(description.split(separator: "\n")[0])")
    super.recordFailure(
      withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
  }
}

private final class StrangeGroupCase: TwoAppsCase {
  override class var appGroups: [String: String] { ["ada": "family", "eve": "family"] }
}
