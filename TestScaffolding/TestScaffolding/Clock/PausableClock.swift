#if DEBUG
import AppRuntime
import ControlProtocol
import Foundation
import OperatingSystem
import Synchronization

/// The app's clock: the system's, until a test pauses it and moves it by hand.
///
/// What waits for the clock when it is paused has as long to wait as before. A clock that goes on begins where it stood.
final class PausableClock: Sendable {
  /// How far it is moved on.
  enum Advance { case by(Duration), to(Date) }

  private struct Sleeper {
    /// When it is to wake, by the clock's own count of instants.
    var end: ContinuousClock.Instant
    let task: TaskIdentity?
    let continuation: CheckedContinuation<Waking, any Error>
    /// Wakes it while the clock runs.
    var timer: Task<Void, Never>?
  }

  /// A clock that stands. Its date is counted from where it was set, so that many short moves add up to no error.
  private struct Stop {
    let date: Date
    let beginning: ContinuousClock.Instant
    var instant: ContinuousClock.Instant

    init(date: Date, instant: ContinuousClock.Instant) {
      (self.date, self.beginning, self.instant) = (date, instant, instant)
    }

    var shown: Date { date(at: instant) }
    func date(at instant: ContinuousClock.Instant) -> Date { date + (instant - beginning) / .seconds(1) }
  }

  /// What has ended a wait: a move counts for the beginning that it was made after.
  private enum Waking { case time, move(beginning: Int) }

  private struct Contents {
    /// Where the clock stands; nil while it runs.
    var stop: Stop?
    /// How far the clock is ahead of the system's.
    var ahead: TimeInterval = 0
    var instantsAhead = Duration.zero
    var sleepers: [Int: Sleeper] = [:]
    var lastTicket = 0
    /// How many times it has begun anew.
    var beginnings = 0
    /// How many were woken by a move and have not gone on yet, and who waits for that.
    var waking = 0
    var followers: [Int: CheckedContinuation<Bool, Never>] = [:]

    mutating func nextTicket() -> Int {
      lastTicket += 1
      return lastTicket
    }

    var date: Date { stop?.shown ?? Date() + ahead }
    var instant: ContinuousClock.Instant { stop?.instant ?? .now + instantsAhead }
  }

  private let contents = Mutex(Contents())
  private let held = HeldTasks()

  /// The clock as the app sees it.
  var appClock: AppClock {
    AppClock(now: { self.now }, wait: { try await self.wait($0) }, heldTasks: held)
  }

  var now: Date { contents.withLock(\.date) }

  var isPaused: Bool { contents.withLock { $0.stop != nil } }

  /// How many times it has begun anew with the system's, as at each reset.
  var beginnings: Int { contents.withLock(\.beginnings) }

  var state: ClockState { contents.withLock { ClockState(now: $0.date, isPaused: $0.stop != nil) } }

  // MARK: - Moving it

  /// Sets the clock to the date, and stops it.
  func pause(at date: Date) {
    contents.withLock { contents in
      let isPaused = contents.stop != nil
      contents.stop = Stop(date: date, instant: contents.instant)
      // Who waits for a clock that stands is held already.
      guard !isPaused else { return }
      for ticket in contents.sleepers.keys {
        contents.sleepers[ticket]?.timer.take()?.cancel()
        if let task = contents.sleepers[ticket]?.task { held.hold(task) }
      }
    }
  }

  /// Lets the clock run on from where it stands.
  func resume() {
    contents.withLock { contents in
      guard let stop = contents.stop else { return }
      contents.ahead = stop.shown.timeIntervalSinceNow
      contents.instantsAhead = stop.instant - .now
      run(&contents)
    }
  }

  /// Lets the clock run with the system's again.
  func returnToSystem() {
    var followers: [Int: CheckedContinuation<Bool, Never>] = [:]
    contents.withLock { contents in
      contents.beginnings += 1
      // What was woken before need not go on any more.
      contents.waking = 0
      swap(&followers, &contents.followers)
      contents.ahead = 0
      if let stop = contents.stop { contents.instantsAhead = stop.instant - .now }
      run(&contents)
    }
    for follower in followers.values { follower.resume(returning: true) }
  }

  private func run(_ contents: inout Contents) {
    guard contents.stop != nil else { return }
    contents.stop = nil
    for (ticket, sleeper) in contents.sleepers {
      if let task = sleeper.task { held.release(task) }
      contents.sleepers[ticket]?.timer = timer(ticket, until: sleeper.end - contents.instantsAhead)
    }
  }

  /// How long what waits for a date may wait too long: a `Date` has steps of a tenth of a microsecond.
  private static let step = Duration.microseconds(1)

  /// Where a move ends that begins now: by the clock's own count, and what the clock shows there.
  func goal(of move: Advance) -> (instant: ContinuousClock.Instant, date: Date) {
    contents.withLock { contents in
      let stop = contents.stop ?? Stop(date: contents.date, instant: contents.instant)
      let instant =
        switch move {
        case .by(let duration): stop.instant + duration
        case .to(let date): stop.beginning + .seconds(date.timeIntervalSince(stop.date))
        }
      return (max(instant, stop.instant), stop.date(at: instant))
    }
  }

  /// Moves a clock that stands on; wakes what is first to end its wait by then, and stops there.
  ///
  /// - Returns: Whether anything was woken. If not, the clock stands at the goal, or where it stood if that is later.
  func wakeNext(until goal: ContinuousClock.Instant) -> Bool {
    let woken: (sleeper: Sleeper, beginning: Int)? = contents.withLock { contents in
      guard let now = contents.stop?.instant else { return nil }
      let first = contents.sleepers.min { ($0.value.end, $0.key) < ($1.value.end, $1.key) }
      guard let (ticket, sleeper) = first, sleeper.end <= goal + Self.step else {
        contents.stop?.instant = max(goal, now)
        return nil
      }
      contents.stop?.instant = max(sleeper.end, sleeper.end >= goal - Self.step ? max(goal, now) : now)
      contents.sleepers[ticket] = nil
      contents.waking += 1
      if let task = sleeper.task { held.release(task) }
      return (sleeper, contents.beginnings)
    }
    if let woken { woken.sleeper.continuation.resume(returning: .move(beginning: woken.beginning)) }
    return woken != nil
  }

  /// Returns when all whom a move has woken have gone on; false if they have not by the deadline. Who waits on the main actor
  /// has then done there what it does before it waits again.
  func wokenHaveGoneOn(until deadline: Deadline) async -> Bool {
    let ticket = contents.withLock { $0.nextTicket() }
    var alarm: Task<Void, any Error>?
    defer { alarm?.cancel() }
    return await withCheckedContinuation { continuation in
      let isNow = contents.withLock { contents in
        if contents.waking > 0 { contents.followers[ticket] = continuation }
        return contents.waking == 0
      }
      guard !isNow else { return continuation.resume(returning: true) }
      alarm = Task { [weak self] in
        try await SleepQueue.shared.sleep(until: deadline)
        self?.contents.withLock { $0.followers.removeValue(forKey: ticket) }?.resume(returning: false)
      }
    }
  }

  private func goesOn(since beginning: Int) {
    let followers: [Int: CheckedContinuation<Bool, Never>] = contents.withLock { contents in
      guard contents.beginnings == beginning else { return [:] }
      contents.waking -= 1
      defer { if contents.waking == 0 { contents.followers = [:] } }
      return contents.waking == 0 ? contents.followers : [:]
    }
    for follower in followers.values { follower.resume(returning: true) }
  }

  // MARK: - Waiting for it

  /// Waits on the actor of its caller, and goes on there, in one piece with what the caller does next.
  private func wait(
    _ duration: Duration, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return await Task.yield() }
    let ticket = contents.withLock { $0.nextTicket() }
    let waking = try await withTaskCancellationHandler {
      // Without this, the closure would run elsewhere.
      _ = isolation
      return try await withCheckedThrowingContinuation { continuation in
        let task = TaskIdentity.current
        contents.withLock { contents in
          let end = contents.instant + duration
          let timer =
            contents.stop == nil ? timer(ticket, until: end - contents.instantsAhead) : nil
          contents.sleepers[ticket] = Sleeper(end: end, task: task, continuation: continuation, timer: timer)
          if contents.stop != nil, let task { held.hold(task) }
        }
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
    if case .move(let beginning) = waking { goesOn(since: beginning) }
  }

  private func timer(_ ticket: Int, until end: ContinuousClock.Instant) -> Task<Void, Never> {
    Task { [weak self] in
      do { try await SleepQueue.shared.sleep(until: end) } catch { return }
      self?.remove(ticket)?.continuation.resume(returning: .time)
    }
  }

  private func cancel(_ ticket: Int) { remove(ticket)?.continuation.resume(throwing: CancellationError()) }

  private func remove(_ ticket: Int) -> Sleeper? {
    contents.withLock { contents in
      guard let sleeper = contents.sleepers.removeValue(forKey: ticket) else { return nil }
      sleeper.timer?.cancel()
      if contents.stop != nil, let task = sleeper.task { held.release(task) }
      return sleeper
    }
  }
}
#endif
