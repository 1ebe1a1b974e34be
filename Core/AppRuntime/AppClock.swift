public import Foundation

/// The two questions that an app asks of time: what is it, and has this much of it passed.
public nonisolated struct AppClock: Sendable {
  /// Returns the time of day.
  public var now: @Sendable () -> Date
  /// Returns after the duration, or throws when the task is cancelled.
  public var wait: @Sendable (Duration) async throws -> Void

  /// Creates a clock from its two answers.
  public init(
    now: @escaping @Sendable () -> Date, wait: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.wait = wait
  }

  /// The clock on the wall.
  public static var system: AppClock {
    AppClock(now: { Date() }, wait: { try await Task.sleep(for: $0) })
  }
}
