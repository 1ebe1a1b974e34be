import Foundation

/// The times that can be chosen for a delivery.
nonisolated enum DeliveryTimes {
  /// How long the kitchen needs at least.
  private static let preparation: TimeInterval = 40 * 60
  private static let halfHour: TimeInterval = 30 * 60

  /// The next six full half hours that the kitchen can keep.
  static func offered(at now: Date) -> [Date] {
    let first = ((now.timeIntervalSince1970 + preparation) / halfHour).rounded(.up) * halfHour
    return (0..<6).map { Date(timeIntervalSince1970: first + Double($0) * halfHour) }
  }

  /// Whether the time that was chosen can still be kept.
  static func isPossible(_ time: Date, at now: Date) -> Bool {
    time.timeIntervalSince(now) >= preparation
  }
}
