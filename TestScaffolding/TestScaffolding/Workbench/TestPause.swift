#if DEBUG
import ControlProtocol

/// Whether a test has failed and waits with the app as it is, and who waits for its end.
@MainActor
final class TestPause {
  private(set) var note: PauseNote?
  private let waiters = Waiters()

  func begin(_ note: PauseNote) { self.note = note }

  func end() {
    note = nil
    waiters.wake()
  }

  /// Returns when no test waits any more, or after a day.
  func waitForEnd() async { await waiters.wait(timeout: .seconds(86_400)) { note == nil } }
}
#endif
