import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The bytes that signal handlers write to the wake pipe, one for each event. They can do nothing more.
package enum TerminalWakeByte {
  package static let resized = UInt8(ascii: "w")
  package static let resumed = UInt8(ascii: "c")
}

/// Gives the terminal back, however the process ends or stops.
///
/// Signal handlers cannot hold references, so what they need is global. It is set before the first handler is
/// installed. Handlers do only what is safe at any moment: they allocate no memory, and wait only for a short time.
/// They may run on any thread, while another thread writes a frame.
enum TerminalRescue {
  struct Terminal {
    var input: Int32
    var output: Int32
    var wake: Int32
    var saved: termios
    var raw: termios
  }

  /// Whether this program has the terminal now.
  static var isEntered: Bool { entered.load(ordering: .sequentiallyConsistent) }
  /// Counts how often the terminal was taken or given back.
  static var turn: Int { turns.load(ordering: .sequentiallyConsistent) }

  private static let entered = Atomic<Bool>(false)
  /// Whether the terminal was given back on purpose; then only the one who did so may take it again.
  private static let released = Atomic<Bool>(true)
  /// Whether the terminal was given back for good.
  private static let over = Atomic<Bool>(true)
  /// Whether a thread is taking the terminal or giving it back.
  private static let changing = Atomic<Bool>(false)
  private static let turns = Atomic<Int>(0)
  /// The thread that is writing a frame, or 0.
  private static let writer = Atomic<UInt>(0)
  nonisolated(unsafe) private static let terminal = {
    let pointer = UnsafeMutablePointer<Terminal>.allocate(capacity: 1)
    pointer.initialize(to: Terminal(input: -1, output: -1, wake: -1, saved: termios(), raw: termios()))
    return pointer
  }()

  /// Switches to the alternate screen, turns off line wrapping and the cursor, and has pasted text marked and the mouse
  /// reported.
  nonisolated(unsafe) private static let enterBytes = permanent(
    "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h")
  /// Undoes `enterBytes`. Begins with CAN, which ends a sequence that was cut off, and ends a link that was.
  nonisolated(unsafe) private static let leaveBytes = permanent(
    "\u{18}\u{1B}]8;;\u{1B}\\\u{1B}[m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l"
  )

  static func begin(input: Int32, output: Int32, wake: Int32, saved: termios, raw: termios) {
    precondition(!isEntered, "Only one interface at a time can have the terminal.")
    // The first time it writes to `/dev/null`: what is set up on first use then exists before a handler needs it.
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    terminal.pointee = Terminal(input: nowhere, output: nowhere, wake: -1, saved: saved, raw: raw)
    over.store(false, ordering: .sequentiallyConsistent)
    resume()
    leave()
    close(nowhere)
    terminal.pointee = Terminal(input: input, output: output, wake: wake, saved: saved, raw: raw)
    TerminalSignals.install()
    withoutSignals {
      exclusively {
        released.store(false, ordering: .sequentiallyConsistent)
        enter()
      }
    }
  }

  static func end() {
    withoutSignals { leaveForGood() }
    TerminalSignals.uninstall()
  }

  /// Calls the closure, which writes to the terminal. Another thread that gives the terminal away waits for it.
  static func writing(_ body: () -> Bool) -> Bool {
    writer.store(currentThread, ordering: .sequentiallyConsistent)
    defer { writer.store(0, ordering: .sequentiallyConsistent) }
    return body()
  }

  /// Gives the terminal back for good. A program that is told to end is often told to continue as well; the handlers
  /// of both signals then run at the same time, and the terminal must not be taken again.
  static func leaveForGood() {
    exclusively {
      over.store(true, ordering: .sequentiallyConsistent)
      leave()
    }
  }

  /// Gives the terminal back and calls the closure; nobody takes the terminal during the call. The closure is told
  /// whether the terminal was given back for good.
  static func leaveForStop(_ stop: (_ isOver: Bool) -> Void) {
    exclusively {
      leave()
      stop(over.load(ordering: .sequentiallyConsistent))
    }
  }

  /// Takes the terminal again after a stop, and has everything drawn anew. Another thread may be about to do the same; with
  /// `ifFree` it is not taken twice.
  static func resume(ifFree: Bool = false) {
    exclusively {
      guard !over.load(ordering: .sequentiallyConsistent), !(ifFree && isEntered) else { return }
      released.store(false, ordering: .sequentiallyConsistent)
      enter()
    }
    wake(TerminalWakeByte.resumed)
  }

  /// Takes the terminal if it has become free without a signal: a shell tells only stopped programs that they are in
  /// the foreground again. While another program has the terminal, this one stops until the shell continues it, as it
  /// would by writing.
  static func reclaim() {
    guard !isEntered, !released.load(ordering: .sequentiallyConsistent) else { return }
    if !isInForeground(terminal.pointee) { kill(0, SIGTTOU) }
    guard isInForeground(terminal.pointee) else { return }
    withoutSignals { resume(ifFree: true) }
  }

  /// Writes a command to the input reader's wake pipe.
  static func wake(_ command: UInt8) {
    withUnsafeBytes(of: command) { _ = writeBytes(terminal.pointee.wake, $0.baseAddress, $0.count) }
  }

  /// Takes the terminal, unless another program has it, or nobody reads what is written to it.
  private static func enter() {
    var terminal = terminal.pointee
    guard isInForeground(terminal) else { return }
    setAttributes(terminal.input, &terminal.raw)
    guard put(enterBytes, on: terminal.output) else {
      if !isEntered { setAttributes(terminal.input, &terminal.saved) }
      return
    }
    turns.add(1, ordering: .sequentiallyConsistent)
    entered.store(true, ordering: .sequentiallyConsistent)
  }

  /// Gives the terminal back; does nothing the second time.
  private static func leave() {
    released.store(true, ordering: .sequentiallyConsistent)
    guard entered.exchange(false, ordering: .sequentiallyConsistent) else { return }
    turns.add(1, ordering: .sequentiallyConsistent)
    waitForWriter()
    var terminal = terminal.pointee
    guard isInForeground(terminal) else { return }
    _ = put(leaveBytes, on: terminal.output)
    setAttributes(terminal.input, &terminal.saved)
  }

  /// Keeps two threads from changing the terminal at once. After about three seconds, it stops waiting for the first.
  private static func exclusively(_ body: () -> Void) {
    for _ in 0..<3000 {
      guard changing.exchange(true, ordering: .sequentiallyConsistent) else { break }
      poll(nil, 0, 1)
    }
    body()
    changing.store(false, ordering: .sequentiallyConsistent)
  }

  /// Blocks all signals on this thread during the closure: a handler would wait for the closure in vain.
  private static func withoutSignals(_ body: () -> Void) {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    body()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Waits a short time for a thread that is writing a frame: it finds out before its next piece that it must stop.
  private static func waitForWriter() {
    for _ in 0..<100 {
      let thread = writer.load(ordering: .sequentiallyConsistent)
      if thread == 0 || thread == currentThread { return }
      poll(nil, 0, 1)
    }
  }

  private static var currentThread: UInt {
    #if canImport(Glibc)
    pthread_self()
    #else
    UInt(bitPattern: pthread_self())
    #endif
  }

  /// A descriptor that is not a controlling terminal has no foreground process, and counts as ours.
  private static func isInForeground(_ terminal: Terminal) -> Bool {
    let group = tcgetpgrp(terminal.input)
    return group < 0 || group == getpgrp()
  }

  private static func setAttributes(_ descriptor: Int32, _ attributes: inout termios) {
    while tcsetattr(descriptor, TCSANOW, &attributes) < 0, errno == EINTR {}
  }

  /// Writes byte by byte, and gives up after a second: for a terminal that nobody reads, the system only tells
  /// whether one more byte fits.
  private static func put(_ bytes: UnsafeRawBufferPointer, on descriptor: Int32) -> Bool {
    var start = 0
    var patience = 20
    while start < bytes.count {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&request, 1, 50) > 0 else {
        patience -= 1
        if patience > 0 { continue } else { return false }
      }
      let written = writeBytes(descriptor, bytes.baseAddress.map { $0 + start }, 1)
      if written > 0 {
        start += written
      } else if !(written < 0 && (errno == EINTR || errno == EAGAIN)) {
        return false
      }
    }
    return true
  }

  private static func permanent(_ text: String) -> UnsafeRawBufferPointer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    bytes.copyBytes(from: text.utf8)
    return UnsafeRawBufferPointer(bytes)
  }
}
