import AppData
import ElementTree
import FeatureFlags
import OperatingSystem
import Testing

@testable import AppRuntime

@MainActor @Suite("A restart")
struct RestartTests {
  @Test("goes through the same steps as the first start")
  func steps() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    #expect(fixture.observer.steps == RestartStep.allCases)
    fixture.observer.steps = []
    let report = try await fixture.host.restart(with: LaunchConfiguration())
    #expect(fixture.observer.steps == RestartStep.allCases)
    #expect(report.steps.map(\.step) == RestartStep.allCases)
    #expect(report.generation == 2)
  }

  @Test("builds the app anew from the data that it finds")
  func dataIsKept() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    try fixture.host.perform(.tap("more"))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    let before = fixture.host.tree
    try await fixture.start()
    #expect(fixture.host.tree == before)
    #expect(fixture.count == "1")
  }

  @Test("has let everything go when the caller's work begins")
  func nothingRemains() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    weak let session = fixture.host.session as? CounterSession
    weak let environment = fixture.host.environment
    weak let window = fixture.host.window
    #expect(session != nil && environment != nil && window != nil)
    var remaining: [String] = ["not called"]
    try await fixture.host.restart(with: LaunchConfiguration()) {
      remaining = [
        session.map { _ in "session" }, environment.map { _ in "environment" }, window.map { _ in "window" },
      ]
      .compactMap(\.self)
    }
    #expect(remaining == [])
  }

  @Test("hands over the new launch configuration and flags")
  func configuration() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    fixture.observer.flags = ["counter.step": .int(10)]
    try await fixture.start(["--new"])
    #expect(fixture.host.environment?.launch.arguments == ["--new"])
    try fixture.host.perform(.tap("more"))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.count == "10")
  }

  @Test("is refused before anything is torn down when its flags are not sound")
  func badFlags() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    let session = fixture.host.session
    fixture.observer.steps = []
    fixture.observer.flags = ["counter.step": .bool(true)]
    await #expect(
      throws: FlagError.wrongType(key: "counter.step", layer: .ephemeral, expected: .int, found: .bool(true))
    ) { try await fixture.start() }
    #expect(fixture.observer.steps == [])
    #expect(fixture.host.generation == 1)
    #expect(fixture.host.session === session)
  }

  @Test("refuses what an older generation writes")
  func lateWriter() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    let old = try #require(fixture.host.session as? CounterSession)
    try await fixture.start()
    old.set(99)
    #expect(old.count == 0)
    #expect(old.text != "")
    try await fixture.start()
    #expect(fixture.count == "0")
  }

  @Test("cancels work under way and waits until it has ended")
  func workIsCancelled() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    let environment = try #require(fixture.host.environment)
    var events: [String] = []
    environment.tasks.start("wait for ever") {
      do { try await AppClock.system.wait(.seconds(3600)) } catch { events.append("cancelled") }
    }
    #expect(fixture.host.activities.map(\.name) == ["wait for ever"])
    fixture.observer.onStep = { events.append($0.rawValue) }
    let report = try await fixture.host.restart(with: LaunchConfiguration())
    #expect(events.prefix(2) == ["cancelled", "quiesce"])
    #expect(report.abandonedWork == [])
    environment.tasks.start("too late") { events.append("too late") }
    #expect(environment.activity.isIdle)
  }

  @Test("of two at once happens one after the other")
  func overlapping() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    fixture.observer.steps = []
    async let one: Void = fixture.start()
    async let other: Void = fixture.start()
    _ = try await (one, other)
    #expect(fixture.observer.steps == RestartStep.allCases + RestartStep.allCases)
    #expect(fixture.host.generation == 3)
  }

  @Test("forgets a link that the new app does not know, so that the next one works")
  func unknownLink() async throws {
    let fixture = try HostFixture()
    try await fixture.start(["--first"])
    let launch = LaunchConfiguration(arguments: ["--second", "--open", "counter://nowhere"])
    await #expect(throws: DeepLinkError.unknown("counter://nowhere")) {
      try await fixture.host.restart(with: launch)
    }
    #expect(fixture.host.launch.arguments == ["--second"])
    try await fixture.host.restart(with: fixture.host.launch)
    #expect(fixture.host.generation == 3)
  }

  @Test("that fails in the middle says so on the screen, and the next one mends it")
  func failure() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "the disk is on fire" }
    let fixture = try HostFixture()
    try await fixture.start()
    await #expect(throws: Broken.self) {
      try await fixture.host.restart(with: LaunchConfiguration()) { throw Broken() }
    }
    #expect(fixture.host.tree.first(withIdentifier: FailureScreen.reason)?.label == "the disk is on fire")
    try await fixture.start()
    #expect(fixture.count == "0")
  }
}

@MainActor @Suite("Settling")
struct SettlingTests {
  @Test("waits for work under way and draws what it changed")
  func waits() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    let session = try #require(fixture.host.session as? CounterSession)
    fixture.host.environment?.tasks.start("load") {
      await Task.yield()
      session.count = 7
    }
    #expect(await fixture.host.settle(timeout: .seconds(3600)) == [])
    #expect(fixture.count == "7")
  }

  @Test("waits on when new work begins between the end of the last and its waking")
  func newWork() async {
    let tracker = ActivityTracker(HeldTasks())
    func begin(_ name: String) -> Int {
      tracker.begin(Activity(name: name, origin: Origin(fileID: #fileID, line: #line)))
    }
    let first = begin("load menu")
    let busy = Task { await tracker.waitUntilIdle(until: Deadline(in: .seconds(3600))) }
    // Turns enough for the wait to begin, and to go on; were there too few, nothing would fail.
    func turn() async { for _ in 0..<100 { await Task.yield() } }
    await turn()
    tracker.end(first)
    let second = begin("load pictures")
    await turn()
    tracker.end(second)
    #expect(await busy.value == [])
  }

  @Test("names what is still busy when the time is over")
  func timeout() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    fixture.host.environment?.tasks.start("load menu") {
      try? await AppClock.system.wait(.seconds(3600))
    }
    let busy = await fixture.host.settle(timeout: .milliseconds(1))
    #expect(busy.map(\.name) == ["load menu"])
    #expect(busy.first?.origin.fileID == "AppRuntimeTests/RestartTests.swift")
  }

  @Test("is not waited for, nor is the app busy, where the work waits for a clock that stands still")
  func held() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    let clock = try #require(fixture.host.environment?.clock)
    let (release, hold) = AsyncStream.makeStream(of: Void.self)
    fixture.host.environment?.tasks.start("load menu") {
      TaskIdentity.current.map(clock.heldTasks.hold)
      for await _ in release {}
    }
    #expect(await fixture.host.settle(timeout: .seconds(20)) == [])
    #expect(fixture.host.activities.map(\.name) == ["load menu"])
    #expect(!fixture.host.isBusy)
    hold.finish()
  }
}
