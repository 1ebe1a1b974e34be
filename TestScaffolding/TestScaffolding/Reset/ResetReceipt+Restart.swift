#if DEBUG
import AppRuntime
import ControlProtocol

extension ResetRequest {
  var keepsData: Bool { keepData == true }

  /// Changes with what an app starts; what the request does not speak of stays.
  func apply(to launch: inout LaunchConfiguration, in processEnvironment: [String: String]) {
    if let launchArguments { launch.arguments = launchArguments }
    if let launchEnvironment {
      launch.environment = processEnvironment.merging(launchEnvironment) { _, new in new }
    }
  }
}

extension ResetReceipt {
  /// The parts of a step of a restart, as far as they were measured for themselves.
  static func steps(
    _ step: RestartStep, _ time: Duration, whileStopped: [Step], _ walking: Duration
  ) -> [Step] {
    switch step {
    case .whileStopped: whileStopped
    // The walk happens between these two steps, and is measured as part of the second.
    case .endSessions: [Step("rememberObjects", walking), Step(step.rawValue, time - walking)]
    case .quiesce, .dropWindow, .build, .draw: [Step(step.rawValue, time)]
    }
  }
}

extension ResetReceipt.Step {
  init(_ name: String, _ time: Duration) {
    self.init(name: name, nanoseconds: max(.zero, time).wholeNanoseconds)
  }
}

extension Duration {
  /// The duration as it is read by people, in the one unit of the log.
  var milliseconds: String {
    let hundredths = (wholeNanoseconds + 5000) / 10_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
#endif
