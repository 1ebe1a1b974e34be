#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The signal handlers of a program that has taken the terminal, and the handlers that were there before.
package enum TerminalSignals {
  /// The signals that a fault of the program raises.
  private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]
  /// The signals that others send to end the program.
  private static let requests = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  nonisolated(unsafe) private static let previous = {
    let pointer = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    pointer.initialize(repeating: sigaction(), count: 65)
    return pointer
  }()

  static func install() {
    protectThread()
    for signal in faults { replace(signal, with: sigaction(longHandler: onEnd, flags: SA_ONSTACK)) }
    for signal in requests + [SIGTSTP] where !isIgnored(signal) {
      replace(signal, with: sigaction(longHandler: signal == SIGTSTP ? onStop : onEnd))
    }
    replace(SIGCONT, with: sigaction(longHandler: onContinue))
    replace(SIGWINCH, with: sigaction(longHandler: onResize))
  }

  static func uninstall() {
    for signal in faults + requests + [SIGTSTP, SIGCONT, SIGWINCH] where !isIgnored(signal) {
      sigaction(signal, previous + Int(signal), nil)
    }
  }

  /// Whether the handler, a function's address, is one of those that a program with the terminal has.
  package static func contain(_ handler: UInt) -> Bool {
    [onEnd, onStop, onContinue, onResize].contains {
      UInt(bitPattern: unsafeBitCast($0, to: Int.self)) == handler
    }
  }

  private static func replace(_ signal: Int32, with action: sigaction) {
    var action = action
    sigaction(signal, &action, previous + Int(signal))
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return action.isIgnore
  }

  /// Lets this thread give the terminal back even after its stack has overflowed.
  ///
  /// The main actor moves from thread to thread, so this is called again and again. All threads share one stack: only
  /// faults are handled on it, and the first of them ends the program.
  static func protectThread() {
    var current = stack_t()
    guard sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    var stack = stack_t()
    stack.ss_sp = faultStack.baseAddress
    stack.ss_size = faultStack.count
    sigaltstack(&stack, nil)
  }

  nonisolated(unsafe) private static let faultStack =
    UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

  typealias LongHandler =
    @convention(c) (
      Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
    ) -> Void

  /// Gives the terminal back, and lets the signal do what it would have done without this handler.
  private static let onEnd: LongHandler = { signal, info, _ in
    let savedError = errno
    TerminalRescue.leaveForGood()
    sigaction(signal, previous + Int(signal), nil)
    if !happensAgain(signal, code: info?.pointee.si_code ?? 0) { raise(signal) }
    errno = savedError
  }

  /// Whether the kernel found the fault in an instruction: it then happens again when the handler returns, and is
  /// reported with its true place.
  static func happensAgain(_ signal: Int32, code: Int32) -> Bool {
    code > 0 && (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE)
  }

  /// Gives the terminal back, stops the process, and takes the terminal again when the process continues.
  private static let onStop: LongHandler = { signal, _, _ in
    let savedError = errno
    TerminalRescue.leaveForStop { isOver in
      var standard = sigaction(handler: SIG_DFL)
      sigaction(signal, &standard, nil)
      raise(signal)
      dropIfHungUp(signal)
      var mask = sigset_t()
      var before = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, signal)
      pthread_sigmask(SIG_UNBLOCK, &mask, &before)
      // The process stops in the line above, and gets here after SIGCONT.
      pthread_sigmask(SIG_SETMASK, &before, nil)
      var again = sigaction(longHandler: onStop)
      if !isOver { sigaction(signal, &again, nil) }
    }
    TerminalRescue.resume()
    errno = savedError
  }

  /// Drops the pending stop of a process whose session has ended: nobody would be left to continue the process, which
  /// would keep its data in use for ever. If the session ends after this check, SIGCONT cancels the stop.
  private static func dropIfHungUp(_ signal: Int32) {
    var pending = sigset_t()
    guard sigpending(&pending) == 0, sigismember(&pending, SIGHUP) == 1 else { return }
    var ignored = sigaction(handler: SIG_IGN)
    sigaction(signal, &ignored, nil)
  }

  /// SIGSTOP cannot be handled, so after it, too, the shell may have changed the terminal.
  private static let onContinue: LongHandler = { _, _, _ in
    let savedError = errno
    TerminalRescue.resume()
    errno = savedError
  }

  private static let onResize: LongHandler = { _, _, _ in
    let savedError = errno
    TerminalRescue.wake(TerminalWakeByte.resized)
    errno = savedError
  }
}

#if canImport(Darwin)
private typealias SignalFunction = sig_t
#else
private typealias SignalFunction = sighandler_t
#endif

extension sigaction {
  fileprivate init(handler: SignalFunction?) {
    self.init()
    #if canImport(Glibc)
    __sigaction_handler.sa_handler = handler
    #else
    __sigaction_u.__sa_handler = handler
    #endif
  }

  /// While the handler runs, its thread handles no other signal.
  init(longHandler: TerminalSignals.LongHandler, flags: Int32 = SA_RESTART) {
    self.init()
    #if canImport(Glibc)
    __sigaction_handler.sa_sigaction = longHandler
    #else
    __sigaction_u.__sa_sigaction = longHandler
    #endif
    sa_flags = SA_SIGINFO | flags
    sigfillset(&sa_mask)
  }

  var isIgnore: Bool {
    #if canImport(Glibc)
    let handler = __sigaction_handler.sa_handler
    #else
    let handler = __sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
