import Foundation
import OperatingSystem
import Records
import TestSupport
import Testing

@testable import AppDriver

extension Lease {
  static func all(in path: String) throws -> [Self] {
    try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Self.self, from: Data($0.utf8)) }
  }
}

@Suite("The driver's watch")
struct LeaseWatchTests {
  /// In the place of the pipe that `cleanslate test` makes.
  private static func file(in folder: String) throws -> String {
    let path = folder + "/timings.jsonl"
    try Data().write(to: URL(filePath: path))
    return path
  }

  @Test("appends whole lines, however many write at once")
  func lines() async throws {
    let home = try TemporaryHome()
    let path = try Self.file(in: home.path(.home))
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask { LeaseWatch(test: "Shop.test\(number)()", file: path).stop() }
      }
    }
    let timings = try Lease.all(in: path)
    #expect(Set(timings.map(\.test)) == Set((0..<50).map { "Shop.test\($0)()" }) && timings.count == 50)
    #expect(timings.allSatisfy { $0.seconds >= 0 && $0.seconds < 60 })
  }

  @Test("belongs to the run that the process was started for, whatever a test does to its environment")
  func environment() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let environment = ProcessInfo.processInfo.environment
        let start = try ProcessStart.read(environment)
        let results = RunFolder.results(
          environment: environment, currentFolder: FileManager.default.currentDirectoryPath)
        setenv("CLEANSLATE_RUN", "/nowhere", 1)
        setenv("CLEANSLATE_RESULTS", "/nowhere", 1)
        chdir("/")
        #expect(ProcessStart.ofThisProcess == start && RunFolder.results == results)
      }
    }
  }

  @Test("tells that what became of a test is not kept")
  func problem() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    defer { app.terminate() }
    let path = try Self.file(in: fake.folder.path)
    let results = try TestFolder()
    try results.write("", to: "runs")
    let test = TestIdentity(framework: .swiftTesting, id: "Shop.test()", name: "test()")
    let pool = AppPool(limit: 1) { _ in app }
    let apps = LeasedApps([(nil, app)], of: test, from: pool, results: results.path, timings: path)
    _ = apps.record("off")
    apps.giveBack()
    let problem = try #require(try Lease.all(in: path).last?.problem)
    #expect(problem.contains("could not be kept in \(results.path)"), "\(problem)")
  }

  @Test("runs from its start to its end")
  func seconds() throws {
    let home = try TemporaryHome()
    let path = try Self.file(in: home.path(.home))
    let before = ContinuousClock.now
    let watch = LeaseWatch(test: "Shop.test()", file: path)
    let started = ContinuousClock.now
    let least = ContinuousClock.now - started
    watch.stop()
    let most = ContinuousClock.now - before
    let timing = try #require(try Lease.all(in: path).first)
    #expect(timing.seconds >= least / .seconds(1) && timing.seconds <= most / .seconds(1))
    #expect(timing.failed == nil && timing.leaks == nil && timing.steps == nil)
  }

  @Test("tells what the test did from its clean slate to its end, and its failures")
  func steps() throws {
    let fake = try FakeApp()
    let results = try TestFolder()
    let app = fake.makeApp()
    let path = try Self.file(in: fake.folder.path)
    for isGood in [true, false] {
      let watch = LeaseWatch(test: "Shop.test()", file: path)
      let evidence = TestEvidence(
        of: app,
        test: TestIdentity(framework: .swiftTesting, id: "Shop.test()", name: "test()"), in: results.path)
      try app.begin(isTest: true)
      try app.buttons["continue"].tap()
      if !isGood { _ = evidence.record("off\nand more") }
      #expect(app.end(testName: "test", failed: !isGood) == [])
      watch.stop([(nil, app)], failed: !isGood)
    }
    let timings = try Lease.all(in: path)
    try #require(timings.count == 2)
    #expect(timings.map(\.failed) == [nil, true] && timings.allSatisfy { $0.leaks == nil })
    #expect(timings[0].steps?.map(\.text) == ["Tap \"continue\""])
    #expect(timings[1].steps?.map(\.text) == ["Tap \"continue\"", "Fail: off"])
    app.terminate()
  }

  @Test(
    "tells of leaks also if the test has removed what it was to tell them in, and makes nothing in its place")
  func removed() throws {
    let home = try TemporaryHome()
    let path = try Self.file(in: home.path(.home))
    let kept = try Descriptor.open(path, .reading)
    let watch = LeaseWatch(test: "Shop.test()", file: path)
    try FileManager.default.removeItem(atPath: path)
    try watch.tell(["a Basket"])
    #expect(String(decoding: try kept.readSome() ?? [], as: UTF8.self).contains("a Basket"))
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(throws: SystemError(call: "open \(path)", code: ENOENT)) {
      try LeaseWatch(test: "Shop.test()", file: path).tell(["a Basket"])
    }
  }

  @Test("does not take a request that nothing answered for a leak")
  func unanswered() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.begin(isTest: true)
    app.withRecord { $0.unanswered = ["Nothing answers GET /menu."] }
    #expect(app.end(testName: "test", failed: false) == ["Nothing answers GET /menu."])
    #expect(app.withRecord(\.foundByResets) == [])
    app.terminate()
  }

  @Test("tells of leaks at once, and fails where it cannot")
  func leaks() throws {
    let home = try TemporaryHome()
    let path = try Self.file(in: home.path(.home))
    let watch = LeaseWatch(test: "Shop.test()", file: path)
    try watch.tell([])
    try watch.tell(["a Basket"])
    watch.stop(failed: true)
    let lines = try Lease.all(in: path)
    #expect(lines.map(\.leaks) == [["a Basket"], nil] && lines.map(\.failed) == [true, true])
    #expect(lines[0].seconds == 0)
    #expect(throws: SystemError(call: "open \(home.path(.home))/none/t", code: ENOENT)) {
      try LeaseWatch(test: "Shop.test()", file: home.path(.home) + "/none/t").tell(["a Basket"])
    }
  }

  @Test("writes nothing where nobody asks, and fails no test where it cannot write")
  func nothing() throws {
    let home = try TemporaryHome()
    LeaseWatch(test: "Shop.test()", file: nil).stop()
    let file = home.path(.home) + "/none/timings.jsonl"
    var told = ""
    LeaseWatch(test: "Shop.test()", file: file).stop { told += $0 }
    #expect(
      told.hasPrefix("'cleanslate test' is not told what a test did: ")
        && told.hasSuffix(": No such file or directory"), "\(told)")
    #expect(try home.tree().isEmpty)
  }
}
