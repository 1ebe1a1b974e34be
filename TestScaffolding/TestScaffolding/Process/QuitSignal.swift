#if DEBUG
import LocalHTTP

/// A request to end the app, for which the code that can end it waits.
@MainActor
final class QuitSignal {
  private var isRaised = false
  private var waiter: CheckedContinuation<Void, Never>?

  func raise() {
    isRaised = true
    waiter?.resume()
    waiter = nil
  }

  /// Returns when the signal is raised, or the task is cancelled.
  ///
  /// A continuation resumes outside of actors, wherever it was made: here at the end of the app, where threads of the pool
  /// would be started for nothing else.
  func wait() async {
    await withTaskExecutorPreference(CallingThreadExecutor.shared) {
      await withTaskCancellationHandler {
        guard !Task.isCancelled else { return }
        await withCheckedContinuation { continuation in
          // The signal may have been raised between the call and this point.
          guard !isRaised else { return continuation.resume() }
          waiter = continuation
        }
      } onCancel: {
        Task { @MainActor in raise() }
      }
    }
  }
}
#endif
