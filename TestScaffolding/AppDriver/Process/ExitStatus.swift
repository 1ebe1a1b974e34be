#if DEBUG
import Glibc

/// How a process ended.
public enum ExitStatus: Sendable, Equatable, CustomStringConvertible {
  /// It returned a status.
  case exited(Int32)
  /// A signal ended it.
  case signalled(Int32)

  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .signalled(signal)
  }

  public var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .signalled(let signal): "ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
#endif
