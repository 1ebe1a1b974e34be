import Synchronization

/// Says from any thread that something has changed, once until it is reset.
nonisolated final class ChangeSignal: Sendable {
  private let state = Mutex(false)

  /// Whether the signal is up.
  var isRaised: Bool { state.withLock(\.self) }

  /// Raises the signal; returns whether it was down.
  func raise() -> Bool {
    state.withLock { raised in
      defer { raised = true }
      return !raised
    }
  }

  /// Takes the signal down; returns whether it was raised.
  func reset() -> Bool {
    state.withLock { raised in
      defer { raised = false }
      return raised
    }
  }
}
