#if DEBUG
import Synchronization

/// A handler that hears beeps until it is cancelled or let go.
public final class BeepRegistration: Sendable {
  /// Where this one listens.
  package let address: String
  private let stop: Mutex<(@Sendable () -> Void)?>

  init(at address: String, stop: @escaping @Sendable () -> Void) {
    self.address = address
    self.stop = Mutex(stop)
  }

  deinit { cancel() }

  /// Hears nothing any more.
  public func cancel() {
    let stop = stop.withLock { $0.take() }
    stop?()
  }
}
#endif
