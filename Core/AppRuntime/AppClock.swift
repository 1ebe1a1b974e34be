public import Foundation

/// An app's source of time: tells the time of day, and waits.
public nonisolated struct AppClock: Sendable {
  /// Returns the time of day.
  public var now: @Sendable () -> Date
  /// Returns after the duration, or throws when the task is cancelled.
  public var wait: @Sendable (Duration) async throws -> Void

  /// Creates a clock from two functions.
  public init(
    now: @escaping @Sendable () -> Date, wait: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.wait = wait
  }

  /// The system's clock.
  public static var system: AppClock {
    AppClock(now: { Date() }, wait: { try await Task.sleep(for: $0) })
  }
}
