import Glibc

/// How a process ended.
package enum ExitStatus: Sendable, Equatable, CustomStringConvertible {
  case exited(Int32)
  case signalled(Int32)

  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .signalled(signal)
  }

  package var description: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .signalled(let signal): "signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
