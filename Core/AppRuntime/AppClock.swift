import AppData
public import Foundation

/// An app's source of time: tells the time of day, and waits.
public nonisolated struct AppClock: Sendable {
  /// Waits on the actor of its caller.
  public typealias Wait = nonisolated(nonsending) @Sendable (Duration) async throws -> Void

  /// Returns the time of day.
  public let now: @Sendable () -> Date
  /// Returns after the duration, or throws when the task is cancelled.
  public let wait: Wait
  /// The tasks that wait while the clock stands still. A clock that never does holds none.
  public let heldTasks: HeldTasks

  /// Creates a clock.
  public init(
    now: @escaping @Sendable () -> Date, wait: @escaping Wait, heldTasks: HeldTasks = HeldTasks()
  ) {
    self.now = now
    self.wait = wait
    self.heldTasks = heldTasks
  }

  /// The system's clock.
  public static var system: AppClock {
    AppClock(now: SystemTime.now, wait: { try await SleepQueue.shared.sleep(for: $0) })
  }
}
