#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal that a program has for itself, from `init` until `leave`.
@MainActor
package final class TerminalDevice {
  package enum Outcome {
    case done
    /// The terminal was given away in the meantime; what it shows is unknown.
    case interrupted
    case failed
  }

  private let output: Descriptor

  /// Takes the terminal; nil when the descriptors do not belong to one.
  package init?(input: Descriptor, output: Descriptor, wake: Descriptor) {
    var saved = termios()
    guard tcgetattr(input.number, &saved) == 0, output.isTerminal else { return nil }
    var raw = saved
    cfmakeraw(&raw)
    self.output = output
    TerminalRescue.begin(
      input: input.number, output: output.number, wake: wake.number, saved: saved, raw: raw)
  }

  /// The current size of the terminal, if it reports one.
  package var size: (columns: Int, rows: Int)? { output.terminalSize }

  /// Takes the terminal if it is free. Returns the number of the current turn, which changes whenever the terminal is
  /// taken or given back: what was shown in an earlier turn is gone.
  package func turn() -> Int {
    TerminalSignals.protectThread()
    TerminalRescue.reclaim()
    return TerminalRescue.turn
  }

  /// Writes bytes that build on what the terminal has shown since the turn began.
  package func write(_ bytes: [UInt8], in turn: Int) -> Outcome {
    func isMine() -> Bool { TerminalRescue.isEntered && TerminalRescue.turn == turn }
    let isWritten = TerminalRescue.writing { (try? output.writeAll(bytes, while: isMine)) == true }
    return isMine() ? (isWritten ? .done : .failed) : .interrupted
  }

  /// Stops the process and its process group, as the terminal itself would.
  package func suspend() { kill(0, SIGTSTP) }

  /// Lets this thread stop and wait when it reads the terminal in the background. If these signals stayed blocked, as
  /// the starter of the thread may have left them, reading would fail instead.
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
  /// The size of the terminal, if this is one and reports a size.
  package var terminalSize: (columns: Int, rows: Int)? {
    var window = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return nil
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Writes all of the bytes. Returns false when nobody can read them any more, or when `isWanted` returns false.
  package func writeAll(_ bytes: [UInt8], while isWanted: () -> Bool) throws(SystemError) -> Bool {
    let result = withoutPipeSignal {
      bytes.withUnsafeBytes { bytes in
        Result { () throws(SystemError) in try writeAll(bytes, while: isWanted) }
      }
    }
    do throws(SystemError) {
      return try result.get()
    } catch {
      let isHungUp = error.isDeviceFailure && (try? status().kind) != .file
      guard error.isGone || isHungUp else { throw error }
      return false
    }
  }

  private func writeAll(
    _ bytes: UnsafeRawBufferPointer, while isWanted: () -> Bool
  ) throws(SystemError) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      guard isWanted() else { return false }
      do throws(SystemError) {
        rest = UnsafeRawBufferPointer(rebasing: rest[try write(rest)...])
      } catch {
        guard error.wouldWait else { throw error }
        guard try Descriptor.poll([(self, .writing)], until: nil)[0].contains(.writing) else { return false }
      }
    }
    return true
  }

  /// Makes a broken pipe an ordinary error on this thread, instead of the end of the process.
  private func withoutPipeSignal<Outcome>(_ body: () -> Outcome) -> Outcome {
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
