import Glibc

/// How a process ended.
public enum ExitStatus: Sendable, Equatable, CustomStringConvertible {
  /// The process exited with this status.
  case exited(Int32)
  /// This signal ended the process.
  case signalled(Int32)
  /// The process has ended, and whoever knows how is gone.
  case lost

  /// Whether the process has ended otherwise than by its own choice and with success.
  package var isCrash: Bool { self != .exited(0) && self != .lost }

  package init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .signalled(signal)
  }

  public var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .signalled(let signal): "ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    case .lost: "ended, and nobody can say how"
    }
  }
}

/// A signal that one process can send to another.
package struct Signal: Sendable, Equatable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  package static let terminate = Signal(SIGTERM)
  package static let interrupt = Signal(SIGINT)
  package static let kill = Signal(SIGKILL)
}
