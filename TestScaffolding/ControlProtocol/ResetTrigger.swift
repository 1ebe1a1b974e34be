#if DEBUG
/// The ways to ask a running app for a reset.
public enum ResetTrigger: String, Codable, Sendable, CaseIterable {
  /// A request over the Unix-domain socket; always available.
  case controlSocket
  /// The button that floats above the app.
  case button
  /// Keys that are pressed several times in a row.
  case gesture
  /// A broadcast to all processes of the app.
  case beep
  /// A request over the loopback interface.
  case http

  /// The ways that `--reset-on` can list.
  public static let optional = allCases.filter { $0 != .controlSocket }
}

/// The button that floats above the app.
public enum ResetButton {
  /// The button's identifier.
  public static let identifier = "reset-button"
}

/// The two beeps that trigger a reset.
public enum ResetBeep: String, Sendable, CaseIterable {
  /// Erases the data and starts with the flags and situations that the app was given.
  case stubData
  /// Keeps the data and starts without flags and situations, so that the app runs on real data.
  case realData

  /// The name under which the app's processes register for the beep.
  public func identifier(app: String) -> String {
    switch self {
    case .stubData: "\(app).reset.stub"
    case .realData: "\(app).reset.real"
    }
  }
}
#endif
