import AppRuntime

/// What outlives a reset; the variable `SLIP` names one of them, and without it the app makes no mistake.
enum Slip: String {
  /// The latest search that was to be remembered, which is seen on a later screen only.
  case search
  /// How often the app was shared, which the next generation keeps in a file.
  case count
  /// That work was cut short, which is shown at once.
  case interruption

  init?(_ launch: LaunchConfiguration) {
    self.init(rawValue: launch.environment["SLIP"] ?? "")
  }
}

/// The mistake: values of the process, where they should be the session's.
///
/// They hold no object, so that nothing leaks.
@MainActor
enum ProcessWide {
  static var search = ""
  static var shares = 0
  static var wasInterrupted = false
}
