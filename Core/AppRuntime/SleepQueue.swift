package import OperatingSystem
import Synchronization

/// Sleeps that leave nothing behind when their task is cancelled.
///
/// A cancelled `Task.sleep` keeps its memory and its timer until its time has come. Who waits with a time limit a hundred
/// times a second, and is mostly done at once, has thousands of them. Here one such sleep serves all that wait as long or
/// longer.
package nonisolated final class SleepQueue: Sendable {
  /// The queue of this process.
  package static let shared = SleepQueue()

  private struct Sleeper {
    let end: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Contents {
    var sleepers: [Int: Sleeper] = [:]
    var lastTicket = 0
    /// When it is looked whose time has come.
    var looks: Set<ContinuousClock.Instant> = []
  }

  private let contents = Mutex(Contents())

  package init() {}

  /// Returns when the time has come, or throws `CancellationError` as soon as the task is cancelled.
  package func sleep(until end: ContinuousClock.Instant) async throws {
    let ticket = contents.withLock { contents in
      contents.lastTicket += 1
      return contents.lastTicket
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        contents.withLock { $0.sleepers[ticket] = Sleeper(end: end, continuation: continuation) }
        // Whoever cancels it before has found nobody to wake.
        if Task.isCancelled { cancel(ticket) } else { look(at: end) }
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  /// Returns after the duration, or throws `CancellationError` as soon as the task is cancelled.
  package func sleep(for duration: Duration) async throws { try await sleep(until: .now + duration) }

  /// Returns at the deadline, or throws `CancellationError` as soon as the task is cancelled.
  package func sleep(until deadline: Deadline) async throws {
    while !deadline.hasPassed { try await sleep(for: min(deadline.remaining, Deadline.longestLook)) }
  }

  private func cancel(_ ticket: Int) {
    let sleeper = contents.withLock { $0.sleepers.removeValue(forKey: ticket) }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Looks at this time whose time has come, unless somebody looks before.
  private func look(at time: ContinuousClock.Instant) {
    let isNeeded = contents.withLock { contents in
      guard contents.looks.allSatisfy({ $0 > time }) else { return false }
      contents.looks.insert(time)
      return true
    }
    guard isNeeded else { return }
    Task.detached {
      try? await Task.sleep(until: time, clock: .continuous)
      self.wake(lookingAt: time)
    }
  }

  private func wake(lookingAt time: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    let (woken, next) = contents.withLock { contents in
      contents.looks.remove(time)
      let due = contents.sleepers.filter { $0.value.end <= now }
      for ticket in due.keys { contents.sleepers[ticket] = nil }
      return (due.values.sorted { $0.end < $1.end }, contents.sleepers.values.map(\.end).min())
    }
    for sleeper in woken { sleeper.continuation.resume() }
    if let next { look(at: next) }
  }
}
