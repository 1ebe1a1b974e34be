#if DEBUG
import AppRuntime
import ControlProtocol

/// The options that the scaffolding adds to an app's command line.
enum ScaffoldingOptions {
  static let resetData = LaunchOption(
    ControlOptions.resetData, "Erases all that the app keeps before it starts.")
  static let socket = LaunchOption(
    ControlOptions.socket, value: "PATH", "Serves tests on a Unix-domain socket in a folder of mode 0700.")
  static let port = LaunchOption(
    ControlOptions.port, value: "PORT", "Serves tests on 127.0.0.1; 0 picks a free port; prints the URL.")
  static let headless = LaunchOption(ControlOptions.headless, "Runs without a terminal.")
  static let readyDescriptor = LaunchOption(
    ControlOptions.readyDescriptor, value: "FD",
    "Writes a line of JSON to the descriptor once the app is drawn.")
  static let lifelineDescriptor = LaunchOption(
    ControlOptions.lifelineDescriptor, value: "FD", "Ends when the pipe is closed at its other end.")
  static let resetOn = LaunchOption(
    ControlOptions.resetOn, value: "LIST", "Resets on any of: button,gesture,beep,http.")
  static let resetGesture = LaunchOption(
    ControlOptions.resetGesture, value: "KEYS:TAPS", "Makes these keys the gesture: ctrl-r:3.")

  static let all = [
    resetData, resetOn, resetGesture, socket, port, headless, readyDescriptor, lifelineDescriptor,
  ]
}
#endif
