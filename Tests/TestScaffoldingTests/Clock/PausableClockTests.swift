import Foundation
import OperatingSystem
import Testing

@testable import AppRuntime
@testable import TestScaffolding

@MainActor @Suite("A clock that a test pauses")
struct PausableClockTests {
  private let clock = PausableClock()
  private let noon = Date(timeIntervalSince1970: 1_777_896_000)
  private let rings = Rings()
  /// Counted from each wait: a whole run may last longer.
  private static var late: Deadline { Deadline(in: .seconds(600)) }

  /// What has woken, in order.
  @MainActor
  private final class Rings {
    var all: [String] = []
  }

  /// Starts to wait, and returns when the clock knows of it.
  private func wait(_ name: String, _ duration: Duration, thenAgain pause: Duration? = nil) -> Task<
    Void, Never
  > {
    Task.immediate { [clock = clock.appClock, rings] in
      do {
        try await clock.wait(duration)
        rings.all.append(name)
        guard let pause else { return }
        try await clock.wait(pause)
        rings.all.append("\(name) again")
      } catch {
        rings.all.append("\(name) cancelled")
      }
    }
  }

  private func advance(to date: Date) async { await advance(.to(date)) }

  private func advance(_ move: PausableClock.Advance) async {
    let goal = clock.goal(of: move).instant
    while clock.wakeNext(until: goal) { #expect(await clock.wokenHaveGoneOn(until: Self.late)) }
  }

  private func wakeNext(until date: Date) -> Bool { clock.wakeNext(until: clock.goal(of: .to(date)).instant) }

  @Test("stands where it was set, and shows each deadline on the way while it is moved")
  func deadlines() async {
    clock.pause(at: noon)
    #expect(clock.now == noon && clock.isPaused)
    let late = wait("late", .seconds(90))
    let early = wait("early", .seconds(30), thenAgain: .seconds(30))
    #expect(wakeNext(until: noon + 120))
    #expect(clock.now == noon + 30)
    #expect(await clock.wokenHaveGoneOn(until: Self.late))
    #expect(rings.all == ["early"])
    await advance(to: noon + 120)
    #expect(clock.now == noon + 120)
    await late.value
    await early.value
    #expect(rings.all == ["early", "early again", "late"])
  }

  @Test("is not a rounding error before the date that somebody waits for", arguments: 0..<100)
  func rounding(number: Int) async {
    let start = noon + Double(number) * 0.713_29
    clock.pause(at: start)
    let end = noon + 600
    let task = wait("end", .seconds(end.timeIntervalSince(start)))
    #expect(wakeNext(until: number.isMultiple(of: 2) ? end : end + 1))
    #expect((end..<end + 0.001).contains(clock.now))
    await task.value
  }

  @Test(
    "wakes what waits exactly as long as it is moved on, and shows no other date however often it is moved")
  func exactly() async {
    clock.pause(at: noon)
    for milliseconds in 1...2_000 {
      let task = wait("\(milliseconds)", .milliseconds(milliseconds))
      await advance(.by(.seconds(Double(milliseconds) / 1_000)))
      guard rings.all.count == milliseconds else { return #expect(Bool(false), "\(milliseconds) ms") }
      await task.value
    }
    #expect(clock.now == noon + 2_001)
  }

  @Test(
    "wakes who looks at the date and waits again no more often than it takes, less than a step from the goal")
  func lookingAgain() async {
    clock.pause(at: noon)
    let end = noon + 10.000_000_5
    var count = 0
    let task = Task.immediate { [clock = clock.appClock] in
      while clock.now() < end, count < 20 {
        count += 1
        try? await clock.wait(.seconds(end.timeIntervalSince(clock.now())))
      }
    }
    await advance(.by(.seconds(10)))
    await task.value
    #expect(count == 1 && clock.now >= end)
  }

  @Test(
    "wakes what waits for a date when it is moved to that date, in how many steps so ever",
    arguments: [1, 7, 9_999])
  func dateInSteps(count: Int) async {
    clock.pause(at: noon + 0.123_6)
    let task = wait("end", .seconds((noon + 3_600).timeIntervalSince(clock.now)))
    for _ in 1..<count { await advance(.by(.milliseconds(300))) }
    #expect(rings.all == [])
    await advance(to: noon + 3_600)
    await task.value
    #expect(rings.all == ["end"] && clock.now == noon + 3_600)
  }

  @Test("never goes back to an earlier date while it is moved on")
  func earlierDate() async {
    clock.pause(at: noon + 60)
    let task = wait("soon", .seconds(10))
    #expect(!wakeNext(until: noon))
    #expect(clock.now == noon + 60)
    await advance(to: noon + 70)
    await task.value
    #expect(rings.all == ["soon"])
  }

  @Test("says when who was woken has gone on, and asked for the next wait")
  func goneOn() async {
    clock.pause(at: noon)
    let task = Task.immediate { [clock = clock.appClock, rings] in
      for second in 1...5_000 {
        try? await clock.wait(.seconds(1))
        rings.all.append("\(second)")
      }
    }
    for second in 1...5_000 {
      #expect(wakeNext(until: noon + 5_000))
      #expect(await clock.wokenHaveGoneOn(until: Self.late))
      guard rings.all.count == second else { break }
    }
    #expect(rings.all.count == 5_000)
    task.cancel()
    await task.value
  }

  @Test("wakes nothing before its deadline, and what is due at the same time in the order of asking")
  func order() async {
    clock.pause(at: noon)
    let tasks = ["first", "second"].map { wait($0, .seconds(60)) }
    await advance(to: noon + 59.5)
    #expect(rings.all == [] && clock.now == noon + 59.5)
    await advance(to: noon + 60)
    for task in tasks { await task.value }
    #expect(rings.all == ["first", "second"])
  }

  @Test("lets those that waited when it was paused wait for as long as before, wherever it is set")
  func pausedLater() async {
    let task = wait("hour", .seconds(3600))
    clock.pause(at: noon)
    await advance(to: noon + 3500)
    #expect(rings.all == [])
    await advance(to: noon + 3600)
    await task.value
    #expect(rings.all == ["hour"])
  }

  @Test("holds who waits once, however often it is set; and then lets go")
  func pausedTwice() async throws {
    var identity: TaskIdentity?
    let task = Task.immediate { [clock = clock.appClock] in
      identity = TaskIdentity.current
      try? await clock.wait(.seconds(60))
    }
    let held = clock.appClock.heldTasks
    for _ in 1...2 { clock.pause(at: noon) }
    #expect(held.contains(try #require(identity)))
    await advance(to: noon + 60)
    await task.value
    #expect(!held.contains(try #require(identity)))
  }

  @Test("ends a wait that is cancelled")
  func cancelled() async {
    clock.pause(at: noon)
    let task = wait("never", .seconds(60))
    task.cancel()
    await task.value
    #expect(rings.all == ["never cancelled"])
    await wait("late", .seconds(60)).cancelledValue()
    #expect(rings.all == ["never cancelled", "late cancelled"])
    #expect(!wakeNext(until: noon + 3600))
  }

  @Test("runs on from where it stood, and wakes those that waited in real time")
  func resumed() async {
    clock.pause(at: noon)
    let task = wait("soon", .seconds(60))
    await advance(to: noon + 59.99)
    clock.resume()
    await task.value
    #expect(rings.all == ["soon"])
    #expect(!clock.isPaused && clock.now > noon + 59.99 && clock.now < noon + 3600)
  }

  @Test("is the system's again, whether it stood or ran on")
  func returned() {
    clock.pause(at: noon)
    clock.resume()
    clock.returnToSystem()
    #expect(abs(clock.now.timeIntervalSinceNow) < 30)
    clock.pause(at: noon)
    clock.returnToSystem()
    #expect(!clock.isPaused && abs(clock.now.timeIntervalSinceNow) < 30)
  }

  @Test("wakes those that waited on it, after it has gone back to the system's")
  func returnedWithWaiters() async {
    clock.pause(at: noon)
    let task = wait("soon", .milliseconds(10))
    clock.returnToSystem()
    await task.value
    #expect(rings.all == ["soon"])
  }
}

extension Task where Success == Void, Failure == Never {
  fileprivate func cancelledValue() async {
    cancel()
    await value
  }
}
