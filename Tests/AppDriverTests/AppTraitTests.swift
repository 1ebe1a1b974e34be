import ControlProtocol
import ElementTree
import Foundation
import Glibc
import Leaks
import Records
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

@Suite("The trait that gives a test its app")
struct AppTraitTests {
  private func scope(
    _ fake: FakeApp, results: TestFolder, arguments: [String] = [], slate: Slate = .live,
    in shared: AppPool? = nil, isFailure: @escaping @Sendable (Issue) -> Bool = { $0.severity == .error },
    _ body: @Sendable @escaping () async throws -> Void
  ) async throws {
    let pool = shared ?? AppPool(limit: 1) { _ in fake.makeApp() }
    defer { if shared == nil { pool.close() } }
    // These tests know the issues of the test that they stand for.
    let trait: AppTrait = .app(
      "FakeApp", launchArguments: arguments, pool: { pool }, resultsFolder: results.path,
      timings: try fake.timings(), isFailure: isFailure)
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil, performing: body)
  }

  @Test("makes the app current within the scope, launched with the arguments")
  func current() async throws {
    let fake = try FakeApp()
    let results = try TestFolder()
    #expect(throws: AppError.self) { try App.current }
    try await scope(fake, results: results, arguments: ["-a"]) {
      let app = try App.current
      #expect(app.launchArguments == ["-a"])
      #expect(app.buttons["continue"].exists)
    }
    #expect(results.contents == [])
    #expect(fake.sandboxes == [])
  }

  @Test("gives the app of its suite the arguments of the test, although the pool has no second one")
  func nested() async throws {
    let fake = try FakeApp()
    let pool = AppPool(limit: 1) { _ in fake.makeApp() }
    defer { pool.close() }
    let test = try #require(Test.current)
    @Sendable func trait(_ name: String, _ argument: String) -> AppTrait {
      .app(name, launchArguments: [argument], pool: { pool }, resultsFolder: "/dev/null")
    }
    try await trait("FakeApp", "-suite").provideScope(for: test, testCase: nil) {
      let outer = try App.current
      try await trait("FakeApp", "-test").provideScope(for: test, testCase: nil) {
        let inner = try App.current
        #expect(inner === outer)
        #expect(outer.launchArguments == ["-test"])
      }
      let error = await #expect(throws: AppError.self) {
        try await trait("Other", "-test").provideScope(for: test, testCase: nil) {}
      }
      #expect(
        error?.description
          == "Two traits give this test the apps \"FakeApp\" and \"Other\" under one name. Keep one of them, or name "
          + "both: `.app(\"FakeApp\", as: \"ada\"), .app(\"Other\", as: \"ben\")`.")
    }
    #expect(fake.stage.withLock { $0.resets.map(\.launchArguments) } == [["-test"], ["-suite"]])
  }

  @Test("keeps no thread from other tasks while tests wait, so that they may wait for these")
  func threads() async throws {
    let count = ProcessInfo.processInfo.activeProcessorCount
    let (waiting, ended) = (Counter(), Counter())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await scope(FakeApp(), results: TestFolder()) {
            let other = DispatchSemaphore(value: 0)
            _ = waiting.add(1)
            // As many tests wait as the pool has threads, before one of the tasks begins for which they wait.
            while waiting.add(0) < count { sched_yield() }
            Task.detached { other.signal() }
            // No limit: the task is behind all tests that have not begun, and a lock is for the limit of the run.
            other.wait()
            _ = ended.add(1)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(ended.add(0) == count)
  }

  @Test("fails the test whose app a thread of it cannot ask")
  func thread() async throws {
    let (fake, results) = (try FakeApp(), try TestFolder())
    let found = Mutex<[String]>([])
    try await withKnownIssue {
      try await scope(fake, results: results) {
        let app = try App.current
        app.terminate()
        let done = DispatchSemaphore(value: 0)
        Thread {
          #expect(!app.buttons["continue"].exists)
          done.signal()
        }.start()
        done.wait()
      }
    } matching: { issue in
      found.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let texts = found.withLock(\.self)
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix("The button \"continue\" could not be looked for: FakeApp is not running.")
        == true)
  }

  @Test("keeps evidence of the first issue of a test, as it was at that moment")
  func issue() async throws {
    let fake = try FakeApp()
    let results = try TestFolder()
    try await withKnownIssue {
      try await scope(fake, results: results) {
        Issue.record("wrong name")
        fake.stage.withLock { $0.tree.children = [] }
        Issue.record("and another")
      }
    } matching: { issue in
      issue.comments.first?.rawValue == "wrong name" || issue.comments.first?.rawValue == "and another"
    }
    let folder = "AppDriverTests/AppTraitTests/issue__"
    let failure = try #require(results.read("\(folder)/failure.md"))
    #expect(failure.contains("wrong name") && !failure.contains("(error)"), "\(failure)")
    #expect(results.read("\(folder)/screen.txt")?.contains("Hello") == true)
  }

  @Test("keeps evidence of each case of a test", arguments: [2])
  func cases(count: Int) async throws {
    let (fake, results) = (try FakeApp(), try TestFolder())
    for number in 1...count {
      await withKnownIssue {
        try await scope(fake, results: results) { Issue.record("case \(number)") }
      }
    }
    let kept = results.contents.filter { $0.hasSuffix("failure.md") }.compactMap(results.read)
    #expect(kept.count == count && kept.contains { $0.contains("case 1") })
  }

  @Test("takes a known issue for no failure")
  func noFailure() async throws {
    let (fake, results) = (try FakeApp(), try TestFolder())
    try await scope(fake, results: results, isFailure: \.isFailure) {
      withKnownIssue { Issue.record("known") }
    }
    #expect(results.contents.filter { $0.hasSuffix("failure.md") } == [])
    #expect(try Lease.all(in: fake.folder.path + "/timings.jsonl").map(\.failed) == [nil])
  }

  @Test("fails with an error of the driver at the line of the call, and with evidence")
  func errorOfDriver() async throws {
    let (fake, results) = (try FakeApp(), try TestFolder())
    let places = Mutex<[SourceLocation?]>([])
    try await withKnownIssue {
      try await scope(fake, results: results) {
        try App.current.buttons["contniue"].tap(file: #filePath, line: 4_711)
      }
    } matching: { issue in
      places.withLock { $0.append(issue.sourceLocation) }
      return issue.error is ElementError
    }
    let place = try #require(places.withLock(\.self).first ?? nil)
    #expect(place.line == 4_711 && place.filePath == #filePath)
    #expect(place.fileID == "AppDriverTests/AppTraitTests.swift")
    let text = try #require(results.read("AppDriverTests/AppTraitTests/errorOfDriver__/failure.md"))
    #expect(text.contains("AppTraitTests.swift:4711\n\n"))
    #expect(!text.contains("asked something of the app last"))
  }

  @Test(
    "names the line of the call also where that fails before or after it asks the app, and no earlier line otherwise"
  )
  func lineOfCall() async throws {
    var off = Element(.button, id: "off", label: "Off")
    off.isEnabled = false
    let twin = Element(.button, id: "twin", label: "Twin")
    let (fake, results) = (try FakeApp(), try TestFolder())
    fake.stage.withLock { $0.tree.children[0].children += [off, twin, twin] }
    let calls: [(line: Int?, call: @Sendable (App) throws -> Void)] = [
      (1, { try PageObject($0).waitForElementToExist($0.buttons["no"], timeout: 0, line: 1) }),
      (2, { try $0.network.reply(to: .get("/m"), with: .file("/no/menu.json"), line: 2) }),
      (3, { try $0.launchApp(featureFlags: [Flag("a", true), Flag("a", false)], line: 3) }),
      (4, { _ = try $0.network.requests(to: .get("/m"), line: 4) }),
      (5, { _ = try $0.buttons["no", line: 5].label }),
      (6, { try $0.clock.advance(to: .distantPast, line: 6) }),
      (7, { try $0.buttons["off"].tap(line: 7) }),
      (
        8,
        { try PageObject($0).waitForElementValueToExist($0.buttons["twin"], value: "1", timeout: 0, line: 8) }
      ),
      (9, { try $0.assertNoGrowth(over: 1, line: 9) {} }),
      (
        11,
        { app in
          do {
            try app.buttons["no"].tap(line: 11)
          } catch {
            try? app.buttons["none"].tap(line: 4_711)
            throw error
          }
        }
      ),
      (nil, { _ in _ = try App.named("eve") }),
      (nil, { _ = try $0.buttons.firstMatch.cells.element.label }),
      (
        10,
        { app in
          app.terminate()
          try FileManager.default.removeItem(atPath: fake.folder.path + "/FakeApp")
          try app.reset(line: 10)
        }
      ),
    ]
    for (line, call) in calls {
      let lines = Mutex<[Int?]>([])
      try await withKnownIssue {
        try await scope(fake, results: results) {
          try App.current.buttons["continue"].tap(line: 4_711)
          try call(App.current)
        }
      } matching: { issue in
        lines.withLock { $0.append(issue.error == nil ? nil : issue.sourceLocation?.line) }
        return true
      }
      let all = lines.withLock { $0.compactMap(\.self) }
      #expect(line.map { all == [$0] } ?? !all.contains(4_711), "\(String(describing: line)): \(all)")
    }
  }

  @Test("passes any other error on, with evidence")
  func error() async throws {
    struct Mistake: Error {}
    let (fake, results) = (try FakeApp(), try TestFolder())
    var mistake: Mistake?
    // The warning that says where the evidence is.
    await withKnownIssue {
      mistake = await #expect(throws: Mistake.self) {
        try await scope(fake, results: results) { throw Mistake() }
      }
    }
    #expect(mistake != nil)
    #expect(results.contents.contains("AppDriverTests/AppTraitTests/error__/screen.txt"))
  }

  @Test("keeps evidence of an app that cannot be started")
  func noApp() async throws {
    let fake = try FakeApp()
    try fake.folder.write("#!/bin/sh\necho no such flag; exit 3", to: "FakeApp", executable: true)
    let results = try TestFolder()
    await withKnownIssue {
      await #expect(throws: AppError.self) {
        try await scope(fake, results: results) { Issue.record("ran") }
      }
    } matching: { issue in
      let text = issue.comments.first?.rawValue ?? ""
      return text.hasPrefix("FakeApp exited with status 3")
        && text.hasSuffix(
          "\nEvidence: \(results.path)/AppDriverTests/AppTraitTests/noApp__\n"
            + "Report: swift run cleanslate report --open 'AppDriverTests.AppTraitTests/noApp()' --results '\(results.path)'"
        )
    }
    let folder = "AppDriverTests/AppTraitTests/noApp__"
    #expect(results.read("\(folder)/failure.md")?.contains("\n\nFakeApp exited with status 3") == true)
    let trace = try #require(
      results.contents.first {
        $0.hasPrefix("runs/") && !$0.hasSuffix("/tests.jsonl") && $0.hasSuffix(".jsonl")
      })
    let text = results.read(trace)
    #expect(text?.contains(#""kind":"output","text":"no such flag\n""#) == true, "\(text ?? "")")
  }

  @Test("records what leaked as issues of the test, at its last call of the driver")
  func leak() async throws {
    let fake = try FakeApp()
    let results = try TestFolder()
    try await withKnownIssue {
      try await scope(fake, results: results) {
        try App.current.buttons["continue"].tap(file: #filePath, line: 4_711)
        fake.stage.withLock { $0.leaks = [Leak(type: "Shop.Cart", name: "cart", generation: 1)] }
      }
    } matching: { issue in
      issue.sourceLocation?.line == 4_711
        && issue.comments.first?.rawValue
          == "leaked: Shop.Cart (cart, generation 1) is alive after the reset\n"
          + "Evidence: \(results.path)/AppDriverTests/AppTraitTests/leak__\n"
          + "Report: swift run cleanslate report --open 'AppDriverTests.AppTraitTests/leak()' --results '\(results.path)'"
    }
    let timings = try Lease.all(in: fake.folder.path + "/timings.jsonl")
    #expect(Set(timings.map(\.test)) == ["\(try #require(Test.current).id)"])
    #expect(timings.map(\.failed) == [true, true] && timings.map { $0.leaks?.count } == [1, nil])
  }

  @Test("says what is worth knowing once, as a warning, and does not fail")
  func remarks() async throws {
    let (fake, results) = (try FakeApp(), try TestFolder())
    let pool = AppPool(limit: 1) { _ in fake.makeApp() }
    let warnings = Mutex<[Issue]>([])
    let keep = IssueHandlingTrait.compactMapIssues { issue in
      warnings.withLock { $0.append(issue) }
      return nil
    }
    for _ in 1...2 {
      try await keep.provideScope(for: #require(Test.current), testCase: nil) {
        try await scope(fake, results: results, in: pool) {
          try App.current.buttons["continue"].tap(file: #filePath, line: 4_711)
          fake.stage.withLock { stage in
            (stage.notLookedInto, stage.late) = (["OpaquePointer (Cart.pointer)"], ["thread late"])
          }
        }
      }
    }
    #expect(warnings.withLock(\.count) == 1)
    let first = warnings.withLock(\.first)
    let warning = try #require(first)
    #expect(warning.severity == .warning && warning.sourceLocation?.line == 4_711)
    #expect(
      warning.comments.first?.rawValue == """
        Worth knowing, and no failure:
        FakeApp: Late, and no leak: thread late
        FakeApp: Not looked into: OpaquePointer (Cart.pointer)
        """)
    pool.close()
  }

  @Test("records what was not looked into as an issue of a test that expects that there is none")
  func everythingLookedInto() async throws {
    let fake = try FakeApp()
    let results = try TestFolder()
    try await withKnownIssue {
      try await scope(fake, results: results) {
        try App.current.expectEverythingLookedInto()
        fake.stage.withLock { $0.notLookedInto = ["OpaquePointer (Cart.pointer)"] }
      }
    } matching: { issue in
      issue.comments.first?.rawValue == """
        expectEverythingLookedInto(): the leak walk could not look into
          OpaquePointer (Cart.pointer)
        What is held there can leak unseen. Hold it where the walk can follow, in a class or an array instead of \
        behind a pointer, or take the line out.
        Evidence: \(results.path)/AppDriverTests/AppTraitTests/everythingLookedInto__
        Report: swift run cleanslate report --open 'AppDriverTests.AppTraitTests/everythingLookedInto()' --results '\(results.path)'
        """
    }
  }
}

/// They answer until their apps have quit, which is after the pools are gone.
private let fakesOfSuite = Mutex<[FakeApp?]>([])

@Suite(
  "A suite with the trait",
  .app(
    "FakeApp",
    pool: {
      let fake = try? FakeApp()
      fakesOfSuite.withLock { $0.append(fake) }
      return AppPool(limit: 1) { name in fake?.makeApp() ?? App(name) }
    }, resultsFolder: "/dev/null"))
struct AppTraitSuiteTests {
  @Test("gives each of its tests an app")
  func one() throws { #expect(try App.current.screen == "welcome") }

  @Test(
    "gives a test with the trait the arguments of that",
    .app(
      "FakeApp", launchArguments: ["-own"], pool: { AppPool(limit: 1) { App($0) } },
      resultsFolder: "/dev/null"))
  func own() throws { #expect(try App.current.launchArguments == ["-own"]) }

  @Test("gives each case of a test an app", arguments: [1, 2])
  func cases(number: Int) throws { #expect(try App.current.state == .running) }
}
