#if DEBUG
import ControlProtocol

/// Why there was no reset, or a different one than was asked for.
enum ResetRefusal: Error, Equatable, CustomStringConvertible {
  /// The way is not among those that `--reset-on` lists.
  case closed(listed: [ResetWay])
  /// The app does not understand what was asked for, and runs on as before.
  case notUnderstood(String)
  /// The app was torn down, but could not be built as requested.
  case failed(String)

  var description: String {
    switch self {
    case .closed(let listed):
      "\(ControlOption.resetOn) lists \(listed.map(\.rawValue).joined(separator: ", ")), and not http; "
        + "the control socket is open to resets always."
    case .notUnderstood(let problem): problem
    case .failed(let problem): "The app was reset, but not as it was asked to: \(problem)"
    }
  }
}
#endif
