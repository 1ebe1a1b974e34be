import Synchronization

/// A signal that any thread can raise when something has changed. It stays raised until it is reset.
nonisolated final class ChangeSignal: Sendable {
  private let state = Mutex(false)

  /// Whether the signal is raised.
  var isRaised: Bool { state.withLock(\.self) }

  /// Raises the signal; returns whether it was not raised before.
  func raise() -> Bool {
    state.withLock { raised in
      defer { raised = true }
      return !raised
    }
  }

  /// Resets the signal; returns whether it was raised.
  func reset() -> Bool {
    state.withLock { raised in
      defer { raised = false }
      return raised
    }
  }
}
