package import OperatingSystem

/// Callers that wait until something has come, up to a time limit.
///
/// Nobody reports that a waiting client has gone. Therefore, if too many wait, the first ones are woken early.
package final class Waiters {
  private let most: Int
  private var waiting: [Int: (hasCome: () -> Bool, continuation: CheckedContinuation<Void, Never>)] = [:]
  private var lastTicket = 0

  /// Creates waiters. The default limit is higher than the number of clients that can be connected.
  package init(most: Int = 1024) { self.most = most }

  /// Returns at the first call of `wake` by which `hasCome` returns true, or when the time is over; at once if it does already.
  package func wait(timeout: Duration, unless hasCome: @escaping () -> Bool) async {
    await wait(until: Deadline(in: timeout), unless: hasCome)
  }

  /// Returns at the first call of `wake` by which `hasCome` returns true, or at the deadline; at once if it does already.
  ///
  /// The check has to happen here: between a check by the caller and the wait, others might run first, even if the
  /// caller is on the same actor.
  package func wait(until deadline: Deadline, unless hasCome: @escaping () -> Bool) async {
    lastTicket += 1
    let ticket = lastTicket
    var alarm: Task<Void, any Error>?
    defer { alarm?.cancel() }
    await withCheckedContinuation { continuation in
      guard !hasCome() else { return continuation.resume() }
      waiting[ticket] = (hasCome, continuation)
      alarm = Task { [weak self] in
        try await SleepQueue.shared.sleep(until: deadline)
        self?.wake(ticket)
      }
      if waiting.count > most, let first = waiting.keys.min() { wake(first) }
    }
  }

  private func wake(_ ticket: Int) { waiting.removeValue(forKey: ticket)?.continuation.resume() }

  /// Wakes all for whom it has come.
  package func wake() {
    for (ticket, waiter) in waiting where waiter.hasCome() { wake(ticket) }
  }
}
