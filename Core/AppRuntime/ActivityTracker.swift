public import ElementTree

/// Work that is under way, by name, so that whoever waits for it can say what is waited for.
public nonisolated struct Activity: Sendable, Hashable, CustomStringConvertible {
  /// What is being done: `load menu`.
  public let name: String
  /// The line of code that began it.
  public let origin: Origin

  public var description: String { "\(name) (\(origin))" }
}

/// Knows what an app is busy with, and wakes those who wait until it is idle.
public final class ActivityTracker {
  private var activities: [Int: Activity] = [:]
  private var lastToken = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

  init() {}

  /// What is under way, in the order in which it began.
  public var current: [Activity] { activities.sorted { $0.key < $1.key }.map(\.value) }

  /// Whether nothing is under way.
  public var isIdle: Bool { activities.isEmpty }

  func begin(_ activity: Activity) -> Int {
    lastToken += 1
    activities[lastToken] = activity
    return lastToken
  }

  func end(_ token: Int) {
    activities[token] = nil
    guard activities.isEmpty else { return }
    let woken = waiters
    waiters = [:]
    for waiter in woken.values { waiter.resume() }
  }

  /// Returns once nothing is under way, or at the time limit with what still is.
  ///
  /// Whoever is woken may find that something else has begun in the meantime, and waits on.
  public func waitUntilIdle(timeout: Duration) async -> [Activity] {
    let deadline = ContinuousClock.now + timeout
    repeat { await waitForEnd(until: deadline) } while !isIdle && .now < deadline
    return current
  }

  /// Returns once the last of what is under way has ended, or at the deadline.
  ///
  /// Only inside of the continuation is it certain that nothing ends between the look and the wait: even a call from
  /// the same actor may let others go first.
  private func waitForEnd(until deadline: ContinuousClock.Instant) async {
    guard !isIdle else { return }
    lastToken += 1
    let ticket = lastToken
    var alarm: Task<Void, any Error>?
    defer { alarm?.cancel() }
    await withCheckedContinuation { continuation in
      guard !isIdle else { return continuation.resume() }
      waiters[ticket] = continuation
      alarm = Task { [weak self] in
        try await Task.sleep(until: deadline, clock: .continuous)
        self?.waiters.removeValue(forKey: ticket)?.resume()
      }
    }
  }
}
