#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal while a program has it for itself: taken and given back as one pair.
@MainActor
package final class TerminalDevice {
  package enum Outcome {
    case done
    /// The terminal was given away in between; what it shows is unknown.
    case interrupted
    case failed
  }

  private let output: Descriptor

  /// Takes the terminal; nil when the descriptors belong to none.
  package init?(input: Descriptor, output: Descriptor, wake: Descriptor) {
    var saved = termios()
    guard tcgetattr(input.number, &saved) == 0, output.isTerminal else { return nil }
    var raw = saved
    cfmakeraw(&raw)
    self.output = output
    TerminalRescue.begin(
      input: input.number, output: output.number, wake: wake.number, saved: saved, raw: raw)
  }

  /// The size of the terminal now, if it has any.
  package var size: (columns: Int, rows: Int)? { output.terminalSize }

  /// Takes the terminal if it is free, and returns a number of this time that the program has it: what was shown
  /// at another time is gone.
  package func turn() -> Int {
    TerminalSignals.protectThread()
    TerminalRescue.reclaim()
    return TerminalRescue.turn
  }

  /// Writes bytes that are made for what the terminal has shown since the turn began.
  package func write(_ bytes: [UInt8], in turn: Int) -> Outcome {
    func isMine() -> Bool { TerminalRescue.isEntered && TerminalRescue.turn == turn }
    let isWritten = TerminalRescue.writing { output.writeAll(bytes, while: isMine) }
    return isMine() ? (isWritten ? .done : .failed) : .interrupted
  }

  /// Stops the process, and everything started together with it, as the terminal itself would.
  package func suspend() { kill(0, SIGTSTP) }

  /// Lets this thread wait for its turn when it reads the terminal in the background. Where these signals are blocked, as
  /// they may be by whoever started the thread, reading fails instead.
  package nonisolated static func allowStopsInBackground() {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTTIN)
    sigaddset(&mask, SIGTTOU)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  /// Gives the terminal back.
  package func leave() { TerminalRescue.end() }
}

extension Descriptor {
  /// How large the terminal is that this leads to, if it is one and says so.
  package var terminalSize: (columns: Int, rows: Int)? {
    var window = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return nil
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Writes all of the bytes to whoever reads them; false when nobody can take them any more, or `isWanted` says to stop.
  package func writeAll(_ bytes: [UInt8], while isWanted: () -> Bool) -> Bool {
    withoutPipeSignal {
      bytes.withUnsafeBytes { bytes in
        var rest = bytes
        while !rest.isEmpty {
          guard isWanted() else { return false }
          do throws(SystemError) {
            rest = UnsafeRawBufferPointer(rebasing: rest[try write(rest)...])
          } catch {
            guard error.wouldWait, let ready = try? Descriptor.poll([(self, .writing)], until: nil)[0] else {
              return false
            }
            guard ready.contains(.writing) else { return false }
          }
        }
        return true
      }
    }
  }

  /// Makes a broken pipe an error like any other, rather than the end of the process, on this thread alone.
  private func withoutPipeSignal(_ body: () -> Bool) -> Bool {
    var pipeSignal = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    let wasPending = isPipeSignalPending
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let result = body()
    if !wasPending, isPipeSignalPending {
      var taken: Int32 = 0
      sigwait(&pipeSignal, &taken)
    }
    return result
  }

  private var isPipeSignalPending: Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1
  }
}
