package import OperatingSystem

/// Callers that wait for a change, up to a time limit.
///
/// Nobody reports that a waiting client has gone. Therefore, if too many wait, the first ones are woken early.
package final class Waiters {
  private let most: Int
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastTicket = 0

  /// Creates waiters. The default limit is higher than the number of clients that can be connected.
  package init(most: Int = 1024) { self.most = most }

  /// Returns at the next call of `wake`, or when the time is over; at once if `hasCome` returns true.
  package func wait(timeout: Duration, unless hasCome: () -> Bool) async {
    await wait(until: Deadline(in: timeout), unless: hasCome)
  }

  /// Returns at the next call of `wake`, or at the deadline; at once if `hasCome` returns true.
  ///
  /// The check has to happen here: between a check by the caller and the wait, others might run first, even if the
  /// caller is on the same actor.
  package func wait(until deadline: Deadline, unless hasCome: () -> Bool) async {
    lastTicket += 1
    let ticket = lastTicket
    var alarm: Task<Void, any Error>?
    defer { alarm?.cancel() }
    await withCheckedContinuation { continuation in
      guard !hasCome() else { return continuation.resume() }
      waiting[ticket] = continuation
      alarm = Task { [weak self] in
        try await SleepQueue.shared.sleep(until: deadline)
        self?.wake(ticket)
      }
      if waiting.count > most, let first = waiting.keys.min() { wake(first) }
    }
  }

  private func wake(_ ticket: Int) { waiting.removeValue(forKey: ticket)?.resume() }

  /// Wakes all who wait.
  package func wake() {
    let woken = waiting
    waiting = [:]
    for waiter in woken.values { waiter.resume() }
  }
}
