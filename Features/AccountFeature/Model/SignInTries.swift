import Foundation

/// Counts wrong tries to sign in, and knows how long too many of them lock a person out.
nonisolated struct SignInTries: Codable, Equatable, Sendable {
  static let limit = 5
  static let lockLength: TimeInterval = 15 * 60

  private(set) var wrong = 0
  private(set) var lockedUntil: Date?
  /// When the lock was begun, or last measured anew; records of before have none.
  private(set) var lockedSince: Date?

  var left: Int { max(0, Self.limit - wrong) }

  func isLocked(at now: Date) -> Bool { lockedUntil.map { now < $0 } ?? false }

  mutating func countWrong(at now: Date) {
    settle(at: now)
    wrong += 1
    settle(at: now)
  }

  mutating func lock(from now: Date, until end: Date) { (lockedSince, lockedUntil) = (now, end) }

  /// Begins the lock that is due, and forgets the tries that led to one which is over.
  ///
  /// Where the clock has been set back behind the beginning of a lock, the lock begins again: it must not last for as
  /// long as the clock was wrong.
  mutating func settle(at now: Date) {
    if let lockedUntil, lockedUntil <= now { self = Self() }
    if let lockedSince, let end = lockedUntil, now < lockedSince {
      lock(from: now, until: now + end.timeIntervalSince(lockedSince))
    }
    if wrong >= Self.limit, lockedUntil == nil { lock(from: now, until: now + Self.lockLength) }
  }

  /// All tries used up, by somebody whose lock begins when the app next looks at the clock.
  static var allUsed: Self {
    var tries = Self()
    tries.wrong = limit
    return tries
  }
}
