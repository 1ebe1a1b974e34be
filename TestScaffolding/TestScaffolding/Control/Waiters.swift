#if DEBUG
/// Those who wait for something to change, until a time limit.
@MainActor
final class Waiters {
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastTicket = 0

  /// Returns at the next call of `wake`, or when the time is over.
  func wait(timeout: Duration) async {
    lastTicket += 1
    let ticket = lastTicket
    let alarm = Task { [weak self] in
      try await Task.sleep(for: timeout)
      self?.waiting.removeValue(forKey: ticket)?.resume()
    }
    defer { alarm.cancel() }
    await withCheckedContinuation { waiting[ticket] = $0 }
  }

  /// Lets everybody go on.
  func wake() {
    let woken = waiting
    waiting = [:]
    for waiter in woken.values { waiter.resume() }
  }
}
#endif
