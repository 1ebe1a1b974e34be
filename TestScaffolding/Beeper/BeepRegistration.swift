#if DEBUG
import Synchronization

/// Keeps a handler registered until this is cancelled or released.
public final class BeepRegistration: Sendable {
  /// The path of the registration's socket.
  package let address: String
  private let stop: Mutex<(@Sendable () -> Void)?>

  init(at address: String, stop: @escaping @Sendable () -> Void) {
    self.address = address
    self.stop = Mutex(stop)
  }

  deinit { cancel() }

  /// Stops calling the handler.
  public func cancel() {
    let stop = stop.withLock { $0.take() }
    stop?()
  }
}
#endif
