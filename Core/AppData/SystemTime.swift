public import Foundation

/// The system's clock, which an app's own clock is made of; Core and Features ask that one for the time of day.
public enum SystemTime {
  /// Returns the time of day.
  public static func now() -> Date { Date() }
}
