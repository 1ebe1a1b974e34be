#if DEBUG
/// Somebody's wish that the app should end, awaited by whoever can end it.
@MainActor
final class QuitSignal {
  private var isRaised = false
  private var waiter: CheckedContinuation<Void, Never>?

  func raise() {
    isRaised = true
    waiter?.resume()
    waiter = nil
  }

  /// Returns once the signal is raised, or the task is cancelled.
  func wait() async {
    await withTaskCancellationHandler {
      guard !Task.isCancelled else { return }
      await withCheckedContinuation { continuation in
        // Between a look outside and the wait, others could raise it.
        guard !isRaised else { return continuation.resume() }
        waiter = continuation
      }
    } onCancel: {
      Task { @MainActor in raise() }
    }
  }
}
#endif
