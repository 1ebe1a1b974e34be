#if DEBUG
import ElementTree

/// Counts how often the app is drawn, and wakes those who wait for the next time.
@MainActor
final class ScreenRevision: ElementDisplay {
  private(set) var current = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastTicket = 0

  func draw(_ tree: Element) {
    current += 1
    let woken = waiters
    waiters = [:]
    for waiter in woken.values { waiter.resume() }
  }

  /// Returns once the app has been drawn after the revision, or the time is over.
  func wait(after revision: Int, timeout: Duration) async {
    guard current <= revision else { return }
    lastTicket += 1
    let ticket = lastTicket
    let alarm = Task { [weak self] in
      try await Task.sleep(for: timeout)
      self?.waiters.removeValue(forKey: ticket)?.resume()
    }
    defer { alarm.cancel() }
    await withCheckedContinuation { waiters[ticket] = $0 }
  }
}
#endif
