import ControlProtocol
import ElementTree
import Foundation
import LocalHTTP
import OperatingSystem
import Testing

@testable import AppRuntime
@testable import TestScaffolding

@MainActor @Suite("The clock over the control socket")
struct ClockRouteTests {
  private let fixture: RouterFixture

  /// The main actor of this process has other tests to run as well.
  init() throws { fixture = try RouterFixture() }

  private func clock(_ body: String) async throws -> ClockReply {
    let answer = await fixture.ask(.clock, body: body)
    try #require(answer.status == 200, "\(String(decoding: answer.response.body, as: UTF8.self))")
    return try answer.decoded()
  }

  private func setup() async throws -> ClockState {
    try await fixture.ask(.setup).decoded(SetupReply.self).clock
  }

  @Test("is paused, moved on and resumed")
  func moves() async throws {
    try await fixture.app.start()
    #expect(try await clock(#"{"pauseAt":"2026-12-31T23:59:00Z"}"#).clock.now == "2026-12-31T23:59:00.000Z")
    let moved = try await clock(#"{"advanceSeconds":90.5}"#)
    #expect(moved.clock.now == "2027-01-01T00:00:30.500Z" && moved.clock.isPaused && moved.screen == "note")
    #expect(try await setup() == moved.clock)
    #expect(
      try await clock(#"{"pauseAt":"2026-03-29T02:00:00+01:00"}"#).clock.now == "2026-03-29T01:00:00.000Z")
    let running = try await clock(#"{"resume":true}"#).clock
    #expect(!running.isPaused && running.now.hasPrefix("2026-03-29T01:0"))
  }

  @Test("is moved on to the very time, whatever fraction of a second it stood at; and never back")
  func movedTo() async throws {
    try await fixture.app.start()
    fixture.router.clock.pause(at: try #require(ClockTime.date("2026-12-31T23:59:01Z")) + 0.123_6)
    // Later than it is, and earlier than it shows, and the other way round.
    #expect(try await clock(#"{"advanceTo":"2026-12-31T23:59:01.1238Z"}"#).clock.isPaused)
    #expect(try await clock(#"{"advanceTo":"2026-12-31T23:59:01.124Z"}"#).clock.isPaused)
    _ = try await clock(#"{"advanceTo":"2027-01-01T00:00:00Z"}"#)
    #expect(fixture.router.clock.now == ClockTime.date("2027-01-01T00:00:00Z"))
    let refusal = try await fixture.ask(.clock, body: #"{"advanceTo":"2026-12-31T23:59:59Z"}"#)
      .decoded(ErrorReply.self)
    #expect(
      refusal.code == .badRequest && refusal.message.contains("cannot turn it back to 2026-12-31T23:59:59"))
    let far = try await fixture.ask(.clock, body: #"{"advanceTo":"2128-01-01T00:00:00Z"}"#)
      .decoded(ErrorReply.self)
    #expect(far.message.contains("takes a time in the next hundred years; it has 2128-01-01T00:00:00"))
    #expect(try await setup().now == "2027-01-01T00:00:00.000Z")
  }

  @Test("that runs is paused by moving it on")
  func movedWhileItRuns() async throws {
    try await fixture.app.start()
    let moved = try await clock(#"{"advanceSeconds":86400}"#).clock
    let date = try #require(ClockTime.date(moved.now))
    #expect(moved.isPaused && abs(date.timeIntervalSinceNow - 86_400) < 3600)
  }

  @Test("is real again after a reset, and no test takes over an app whose clock was moved")
  func reset() async throws {
    try await fixture.app.start()
    try await fixture.app.reset()
    #expect(try await fixture.ask(.status).decoded(StatusReply.self).untouched)
    _ = try await clock(#"{"pauseAt":"2026-12-31T23:59:00Z"}"#)
    #expect(try await !fixture.ask(.status).decoded(StatusReply.self).untouched)
    try await fixture.app.reset()
    let state = try await setup()
    #expect(!state.isPaused && !state.now.hasPrefix("2026-12-31"))
  }

  @Test("stands from the start where the launch wants it, at each reset again")
  func launch() async throws {
    try await fixture.app.start(["--pause-clock-at", "2026-12-31T23:59:00Z"])
    _ = try await clock(#"{"advanceSeconds":60}"#)
    try await fixture.app.reset()
    #expect(
      try await setup()
        == ClockState(now: try #require(ClockTime.date("2026-12-31T23:59:00Z")), isPaused: true))
    await #expect(throws: ScaffoldingError.self) {
      try await fixture.app.start(["--pause-clock-at", "midnight"])
    }
  }

  @Test("wakes one wait after the other, and lets the app become idle after each")
  func waits() async throws {
    try await fixture.app.start(["--pause-clock-at", "2026-12-31T23:59:00Z"])
    let environment = try #require(fixture.app.host.environment)
    final class Diary { var lines: [String] = [] }
    let diary = Diary()
    func note(_ text: String) {
      diary.lines.append("\(text) \(ClockTime.text(environment.clock.now()).dropFirst(11).prefix(8))")
    }
    environment.tasks.start("fetch") { [clock = environment.clock] in
      try? await clock.wait(.seconds(20))
      note("fetch")
      // Work that is counted is done before the clock goes on.
      for _ in 0..<10 { await Task.yield() }
      note("fetched")
    }
    let watch = Task.immediate { [clock = environment.clock] in
      for _ in 0..<2 {
        try? await clock.wait(.seconds(15))
        note("look")
      }
    }
    #expect(fixture.app.host.activities.map(\.name) == ["fetch"])
    _ = try await clock(#"{"advanceSeconds":60}"#)
    await watch.value
    #expect(
      diary.lines == ["look 23:59:15", "fetch 23:59:20", "fetched 23:59:20", "look 23:59:30"])
    #expect(fixture.app.host.activities == [])
  }

  @Test("that stands does not make an app busy whose work waits for it")
  func held() async throws {
    try await fixture.app.start()
    _ = try await clock(#"{"pauseAt":"2026-12-31T23:59:00Z"}"#)
    #expect(await fixture.ask(.tap, body: #"{"id":"wait"}"#).status == 200)
    _ = try await clock(#"{"advanceSeconds":3599}"#)
    #expect(fixture.app.host.activities.map(\.name) == ["wait for ever"])
    _ = try await clock(#"{"advanceSeconds":1}"#)
    #expect(fixture.app.host.activities == [])
  }

  /// Begins a reset that waits until the gate is opened, or until the limit for it.
  private func beginReset() throws -> (
    Task<Result<ResetReceipt, ErrorReply>, Never>, AsyncStream<Void>.Continuation
  ) {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    try #require(fixture.app.host.environment).tasks.start("take leave") {
      await Task { for await _ in gate { return } }.value
    }
    return (fixture.app.desk.request(ResetRequest(), from: .controlSocket), opening)
  }

  /// Begins to move the clock: it has been asked for when this returns.
  private func beginMove(_ body: String) -> Task<ClockReply, any Error> {
    Task.immediate { [router = fixture.router] in
      try await router.move(RequestBody(bytes: Array(body.utf8)).decode())
    }
  }

  @Test(
    "is not moved in the app after a reset that comes in between",
    arguments: [
      #"{"advanceSeconds":900}"#, #"{"advanceSeconds":900,"generation":1}"#,
      #"{"pauseAt":"2026-12-31T23:59:00Z"}"#,
    ])
  func acrossReset(body: String) async throws {
    let start = "2026-06-01T12:00:00Z"
    try await fixture.app.start(["--pause-clock-at", start])
    let (reset, opening) = try beginReset()
    let move = beginMove(body)
    opening.yield()
    await #expect(throws: ErrorReply.staleGeneration(meant: 1, current: 2)) { try await move.value }
    #expect(try await reset.value.get().isClean)
    let status = try await fixture.ask(.status).decoded(StatusReply.self)
    #expect(status.generation == 2 && status.untouched)
    #expect(status.clock == ClockState(now: try #require(ClockTime.date(start)), isPaused: true))
  }

  @Test("is moved on by all of what is asked for at once")
  func twoAtOnce() async throws {
    try await fixture.app.start(["--pause-clock-at", "2026-06-01T12:00:00Z"])
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    fixture.app.host.environment?.tasks.start("load") { for await _ in gate { return } }
    let moves = [1800, 900].map { beginMove(#"{"advanceSeconds":\#($0)}"#) }
    opening.yield()
    for move in moves { _ = try await move.value }
    #expect(try await setup().now == "2026-06-01T12:45:00.000Z")
  }

  @Test("is moved on while the app restarts itself meanwhile")
  func ownRestart() async throws {
    try await fixture.app.start(["--pause-clock-at", "2026-06-01T12:00:00Z"])
    let environment = try #require(fixture.app.host.environment)
    environment.tasks.start("start anew") { [clock = environment.clock, restart = environment.restart] in
      try? await clock.wait(.seconds(60))
      restart(.init())
    }
    let moved = try await clock(#"{"advanceSeconds":120,"generation":1}"#)
    #expect(moved.generation == 2 && moved.clock.now == "2026-06-01T12:02:00.000Z")
  }

  @Test("is not moved on in an app that stays busy, which is said")
  func busy() async throws {
    try await fixture.app.start(["--pause-clock-at", "2026-06-01T12:00:00Z"])
    let (never, unused) = AsyncStream.makeStream(of: Void.self)
    defer { unused.finish() }
    fixture.app.host.environment?.tasks.start("load") { for await _ in never {} }
    fixture.app.desk.settleLimit = .milliseconds(1)
    let refusal = try await fixture.ask(.clock, body: #"{"advanceSeconds":60}"#).decoded(ErrorReply.self)
    #expect(refusal.code == .busy && refusal.busy?.count == 1)
    #expect(
      refusal.message.hasSuffix("The clock was not moved on; it stands at 2026-06-01T12:00:00.000Z."),
      "\(refusal.message)")
    #expect(!refusal.message.contains("is done"))
    #expect(try await setup().now == "2026-06-01T12:00:00.000Z")
  }

  @Test("is given up where what it has woken does not go on, which is said, and is moved again later")
  func blocked() async throws {
    try await fixture.app.start(["--pause-clock-at", "2026-06-01T12:00:00Z"])
    let (environment, pantry) = (try #require(fixture.app.host.environment), Pantry())
    environment.tasks.start("stock the pantry") { [clock = environment.clock] in await pantry.stock(by: clock)
    }
    _ = try await clock(#"{"advanceSeconds":1}"#)
    let limit = fixture.app.desk.settleLimit
    fixture.app.desk.settleLimit = .milliseconds(1)
    pantry.executor.queue.suspend()
    var isSuspended = true
    func goOn() {
      if isSuspended { pantry.executor.queue.resume() }
      isSuspended = false
    }
    defer { goOn() }
    let refusal = try await fixture.ask(.clock, body: #"{"advanceSeconds":60}"#).decoded(ErrorReply.self)
    #expect(refusal.code == .failed && refusal.message.contains("stock the pantry"), "\(refusal.message)")
    #expect(refusal.message.contains("; it stands at 2026-06-01T12:01:00.000Z: "), "\(refusal.message)")
    #expect(await fixture.ask(.clock, body: #"{"resume":true}"#).status == 504)
    fixture.app.desk.settleLimit = limit
    // What an ended generation left blocked holds up no other: nobody waits for it after a new beginning.
    let stopped = fixture.router.clock
    stopped.returnToSystem()
    #expect(await stopped.wokenHaveGoneOn(until: Deadline(in: .zero)))
    goOn()
    _ = try await clock(#"{"pauseAt":"2026-06-02T12:00:00Z"}"#)
    #expect(try await clock(#"{"advanceSeconds":60}"#).clock.now == "2026-06-02T12:01:00.000Z")
  }

  @Test(
    "refuses what it cannot do, and stays as it is",
    arguments: [
      "{}", #"{"pauseAt":"tomorrow"}"#, #"{"pauseAt":"2026-12-31T23:59:00"}"#, #"{"advanceSeconds":-1}"#,
      #"{"advanceSeconds":1e300}"#,
      #"{"advanceTo":"midnight"}"#, #"{"advanceTo":"2026-06-01T13:00:00Z","advanceSeconds":1}"#,
      #"{"resume":false}"#, #"{"resume":true,"advanceSeconds":1}"#,
      #"{"pauseat":"2026-12-31T23:59:00Z"}"#,
    ])
  func refused(_ body: String) async throws {
    try await fixture.app.start(["--pause-clock-at", "2026-06-01T12:00:00Z"])
    let before = try await setup()
    #expect(await fixture.ask(.clock, body: body).status == 400)
    #expect(try await setup() == before)
  }

  @Test("is part of a recording, which a test can repeat")
  func recorded() async throws {
    try await fixture.app.start()
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    _ = try await clock(#"{"pauseAt":"2026-12-31T23:59:00Z"}"#)
    _ = try await clock(#"{"advanceSeconds":90.5}"#)
    _ = try await clock(#"{"resume":true}"#)
    let source = try await fixture.ask(.record, body: #"{"on":false}"#).decoded(RecordingReply.self).source
    #expect(source.hasPrefix("import AppDriver\nimport Foundation\nimport Testing\n"))
    #expect(
      source.contains(
        """
            try app.clock.pause(at: Date("2026-12-31T23:59:00Z", strategy: .iso8601))
            try app.clock.advance(by: .seconds(90.5))
            try app.clock.resume()

        """))
  }
}

/// Works on a queue of its own, which a test can hold.
private actor Pantry {
  final class Executor: SerialExecutor {
    let queue = DispatchQueue(label: "pantry")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  nonisolated let executor = Executor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func stock(by clock: AppClock) async { try? await clock.wait(.seconds(60)) }
}
