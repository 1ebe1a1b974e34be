import Synchronization

/// The point in time at which waiting ends.
///
/// Only time in which this process runs counts. While the machine was suspended, or the process stopped, nobody has waited,
/// and whoever is waited for could not answer. So who waits looks at the time once in a second.
package struct Deadline: Sendable, Comparable {
  /// The longest time for which to wait without a look.
  package static let longestLook = Duration.seconds(1)

  private static let time = Mutex(AwakeTime())

  private let end: Duration

  package init(in duration: Duration) { end = Self.now + duration }

  private static var now: Duration { time.withLock { $0.look(at: .now) } }

  package static func < (one: Self, other: Self) -> Bool { one.end < other.end }

  package var hasPassed: Bool { end <= Self.now }

  package var remaining: Duration { max(.zero, end - Self.now) }

  /// The milliseconds that are left, rounded up so that nobody wakes too early.
  package var remainingMilliseconds: Int { Self.milliseconds(remaining) }

  /// How long to wait at most until the next look.
  var millisecondsToNextLook: Int { Self.milliseconds(min(remaining, Self.longestLook)) }

  private static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int(min(seconds, 86_400)) * 1000 + Int(fraction)
  }
}

/// Adds up the time in which somebody has looked often enough.
package struct AwakeTime {
  private var last: ContinuousClock.Instant
  private var total = Duration.zero

  package init(from start: ContinuousClock.Instant = .now) { last = start }

  /// The time up to now, of which a long one without a look counts as a short one.
  package mutating func look(at now: ContinuousClock.Instant) -> Duration {
    let passed = now - last
    total += passed <= Deadline.longestLook * 2 ? passed : Deadline.longestLook
    last = now
    return total
  }
}
