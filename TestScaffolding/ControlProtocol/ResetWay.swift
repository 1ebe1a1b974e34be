#if DEBUG
/// The ways to ask a running app for a reset.
///
/// The control socket needs no more than to be there. HTTP is open with a port unless the app's launch argument `--reset-on`
/// lists other ways; the rest have to be listed in it. All lead to the same reset, but besides the control socket only HTTP carries arguments, environment and the name of a state.
public enum ResetWay: String, Codable, Sendable, CaseIterable {
  /// A request over the Unix-domain socket.
  case controlSocket
  /// A tap on the button that floats above the app.
  case button
  /// The keys of the gesture: those of the app's `--reset-gesture`, or Ctrl-R three times.
  case gesture
  /// A broadcast, which reaches every process of the app that has the same runtime folder. One that keeps the data is a
  /// broadcast of its own, with which the app runs on real data: without flags and situations.
  case beep
  /// A request over the loopback interface; the app needs the launch argument `--control-port 0`.
  case http

  /// The ways that `--reset-on` can list.
  public static let optional = allCases.filter { $0 != .controlSocket }
}

@available(*, deprecated, renamed: "ResetWay")
public typealias ResetTrigger = ResetWay

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
