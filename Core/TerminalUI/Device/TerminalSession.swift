#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal while a program has it for itself: taken and given back as one pair.
@MainActor
final class TerminalSession {
  enum Outcome {
    case done
    /// The terminal was given away in between; what it shows is unknown.
    case interrupted
    case failed
  }

  private let output: Int32

  /// Takes the terminal; nil when the descriptors belong to none.
  init?(input: Int32, output: Int32, wake: Int32) {
    var saved = termios()
    guard tcgetattr(input, &saved) == 0, isatty(output) == 1 else { return nil }
    var raw = saved
    cfmakeraw(&raw)
    self.output = output
    TerminalRescue.begin(input: input, output: output, wake: wake, saved: saved, raw: raw)
  }

  /// The size of the terminal now.
  var size: Size {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Takes the terminal if it is free, and returns a number of this time that the program has it: what was shown
  /// at another time is gone.
  func turn() -> Int {
    TerminalSignals.protectThread()
    TerminalRescue.reclaim()
    return TerminalRescue.turn
  }

  /// Writes bytes that are made for what the terminal has shown since the turn began.
  func write(_ bytes: [UInt8], in turn: Int) -> Outcome {
    func isMine() -> Bool { TerminalRescue.isEntered && TerminalRescue.turn == turn }
    let isWritten = TerminalRescue.writing { Descriptor.write(bytes, to: output, while: isMine) }
    return isMine() ? (isWritten ? .done : .failed) : .interrupted
  }

  /// Stops the process, and everything started together with it, as the terminal itself would.
  func suspend() { kill(0, SIGTSTP) }

  /// Gives the terminal back.
  func leave() { TerminalRescue.end() }
}
