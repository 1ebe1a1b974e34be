#if DEBUG
/// Those who wait for something to change, until a time limit.
@MainActor
final class Waiters {
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastTicket = 0

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
        self?.waiting.removeValue(forKey: ticket)?.resume()
      }
    }
  }

  /// Lets everybody go on.
  func wake() {
    let woken = waiting
    waiting = [:]
    for waiter in woken.values { waiter.resume() }
  }
}
#endif
