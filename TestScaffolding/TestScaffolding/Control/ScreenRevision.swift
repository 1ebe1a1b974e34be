#if DEBUG
import ElementTree

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
