import Synchronization

/// A signal that any thread can raise when something has changed. It stays raised until it is reset.
nonisolated final class ChangeSignal: Sendable {
  private let state = Atomic(false)

  /// Whether the signal is raised.
  var isRaised: Bool { state.load(ordering: .acquiring) }

  /// Raises the signal; returns whether it was not raised before.
  func raise() -> Bool { !state.exchange(true, ordering: .acquiringAndReleasing) }

  /// Resets the signal; returns whether it was raised.
  func reset() -> Bool { state.exchange(false, ordering: .acquiringAndReleasing) }
}
