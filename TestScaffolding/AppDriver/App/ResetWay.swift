#if DEBUG
public import ControlProtocol

/// The ways in which a test asks an app for a reset.
///
/// The control socket is always open. The others have to be among those of the app's launch argument `--reset-on`,
/// which is where they lead to the same reset; only HTTP carries arguments, environment and `keepData` too.
public enum ResetWay: Sendable, Equatable {
  /// The reset route of the control socket.
  case controlSocket
  /// A tap on the button that floats above the app.
  case button
  /// The keys of the gesture; they are those of the app's `--reset-gesture`.
  case gesture(ResetGesture = .standard)
  /// A beep, which every process of the app hears that has the same runtime folder.
  case beep(ResetBeep = .stubData)
  /// The reset route over TCP, where the app has `--control-port 0`.
  case http

  var trigger: ResetTrigger {
    switch self {
    case .controlSocket: .controlSocket
    case .button: .button
    case .gesture: .gesture
    case .beep: .beep
    case .http: .http
    }
  }
}
#endif
