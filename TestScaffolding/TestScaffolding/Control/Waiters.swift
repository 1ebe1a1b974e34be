#if DEBUG
import ElementTree

/// Those who wait for something to change, until a time limit.
///
/// Some of them may have gone, and nobody says so; therefore when too many wait, the first of them wait no longer.
@MainActor
final class Waiters {
  private let most: Int
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastTicket = 0

  /// Lets so many wait: as a rule, more than there can be clients.
  init(most: Int = 1024) { self.most = most }

  /// Returns at the next call of `wake`, or when the time is over; at once, if what is waited for has come.
  ///
  /// Only here is it certain that nothing happens between the look and the wait: even a call from the same actor may
  /// let others go first.
  func wait(timeout: Duration, unless hasCome: () -> Bool) async {
    lastTicket += 1
    let ticket = lastTicket
    var alarm: Task<Void, any Error>?
    defer { alarm?.cancel() }
    await withCheckedContinuation { continuation in
      guard !hasCome() else { return continuation.resume() }
      waiting[ticket] = continuation
      alarm = Task { [weak self] in
        try await Task.sleep(for: timeout)
        self?.wake(ticket)
      }
      if waiting.count > most, let first = waiting.keys.min() { wake(first) }
    }
  }

  private func wake(_ ticket: Int) { waiting.removeValue(forKey: ticket)?.resume() }

  /// Lets everybody go on.
  func wake() {
    let woken = waiting
    waiting = [:]
    for waiter in woken.values { waiter.resume() }
  }
}

/// Counts how often the app is drawn, and wakes those who wait for the next time.
@MainActor
final class ScreenRevision: ElementDisplay {
  private(set) var current = 0
  private let waiters = Waiters()

  func draw(_ tree: Element) {
    current += 1
    waiters.wake()
  }

  /// Returns once the app has been drawn after the revision, or the time is over.
  func wait(after revision: Int, timeout: Duration) async {
    await waiters.wait(timeout: timeout) { current > revision }
  }
}
#endif
