public import Foundation

/// The system's clock. Nothing else in Core and Features reads it.
public enum SystemTime {
  /// Returns the time of day.
  public static func now() -> Date { Date() }
}
