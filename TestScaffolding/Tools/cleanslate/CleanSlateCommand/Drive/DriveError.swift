#if DEBUG
import AppDriver

/// Why an app cannot be driven.
struct DriveError: FailureWithStatus, Equatable, CustomStringConvertible {
  let description: String
  let status: Int32

  /// There is no app to be driven.
  static func unavailable(_ description: String) -> Self {
    Self(description: description, status: Status.unavailable)
  }

  /// The app is there, and what was asked for has not happened.
  static func failed(_ description: String) -> Self {
    Self(description: description, status: Status.failure)
  }
}

extension AppError: FailureWithStatus {
  var status: Int32 {
    switch self {
    case .ended, .notRunning: Status.unavailable
    default: Status.failure
    }
  }
}
#endif
