#if DEBUG
import Glibc
import OperatingSystem

/// What the process does when it gets a signal.
struct SignalHandler: Equatable, CustomStringConvertible {
  private let signal: Int32
  private let handler: UInt
  private let flags: Int32
  private let blocked: UInt64

  /// All handlers, in the order of the signals. A handler that the terminal needs counts as the one before.
  static func all(since before: [SignalHandler]?) -> [SignalHandler] {
    names.indices.dropLast().map { now(of: $0, since: before) }
  }

  /// The handler at one position in the order of the signals.
  static func now(of index: Int, since before: [SignalHandler]?) -> SignalHandler {
    let now = SignalHandler(Int32(index + 1))
    guard let before, now != before[index], TerminalSignals.contain(now.handler) else { return now }
    return before[index]
  }

  private init(_ signal: Int32) {
    self.signal = signal
    var action = sigaction()
    sigaction(signal, nil, &action)
    handler = UInt(bitPattern: unsafeBitCast(action.__sigaction_handler, to: Int.self))
    flags = action.sa_flags
    blocked = withUnsafeBytes(of: &action.sa_mask) { $0.loadUnaligned(as: UInt64.self) }
  }

  var name: String { Self.names[Int(signal)] }

  var description: String {
    switch handler {
    case 0: return "default"
    case 1: return "ignored"
    default: break
    }
    let options = "flags \(String(flags, radix: 16)), blocks \(String(blocked, radix: 16))"
    return "handled \(Mapping.place(ofCode: handler) ?? "at \(String(handler, radix: 16))") (\(options))"
  }

  /// By their numbers on Linux.
  private static let names = [
    "", "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGKILL",
    "SIGUSR1",
    "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM", "SIGSTKFLT", "SIGCHLD", "SIGCONT", "SIGSTOP",
    "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH",
    "SIGIO",
    "SIGPWR", "SIGSYS",
  ]
}
#endif
