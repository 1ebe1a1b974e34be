import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Gives the terminal back, whatever ends or stops the process.
///
/// Signal handlers can hold nothing, so what they need is global. It is filled before the first of them is
/// installed, and they do only what is safe at any moment: no memory is taken, and nothing is waited for longer
/// than a moment. They may run on any thread, while another one writes a frame.
enum TerminalRescue {
  struct Terminal {
    var input: Int32
    var output: Int32
    var wake: Int32
    var saved: termios
    var raw: termios
  }

  /// Whether the terminal is in this program's hands now.
  static var isEntered: Bool { entered.load(ordering: .sequentiallyConsistent) }
  /// Counts how often the terminal changed hands.
  static var turn: Int { turns.load(ordering: .sequentiallyConsistent) }

  private static let entered = Atomic<Bool>(false)
  /// Whether the terminal was given back on purpose, so that nobody but the one who did it may take it again.
  private static let released = Atomic<Bool>(true)
  private static let turns = Atomic<Int>(0)
  /// The thread that is writing a frame, 0 if there is none.
  private static let writer = Atomic<UInt>(0)
  nonisolated(unsafe) private static let terminal = {
    let pointer = UnsafeMutablePointer<Terminal>.allocate(capacity: 1)
    pointer.initialize(to: Terminal(input: -1, output: -1, wake: -1, saved: termios(), raw: termios()))
    return pointer
  }()

  /// Alternate screen, no automatic line breaks, no cursor, marks around pasted text.
  nonisolated(unsafe) private static let enterBytes = permanent(
    "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?2004h")
  /// Begins with CAN, which ends whatever sequence was cut off in the middle.
  nonisolated(unsafe) private static let leaveBytes = permanent(
    "\u{18}\u{1B}[m\u{1B}[?2004l\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l")

  static func begin(input: Int32, output: Int32, wake: Int32, saved: termios, raw: termios) {
    precondition(!isEntered, "Only one interface at a time can have the terminal.")
    // Once to nowhere, so that everything that is set up on first use exists before a handler needs it.
    terminal.pointee = Terminal(input: -1, output: -1, wake: -1, saved: saved, raw: raw)
    resume()
    leave()
    terminal.pointee = Terminal(input: input, output: output, wake: wake, saved: saved, raw: raw)
    TerminalSignals.install()
    released.store(false, ordering: .sequentiallyConsistent)
    enter()
  }

  static func end() {
    leave()
    TerminalSignals.uninstall()
  }

  /// Calls the closure, which writes to the terminal, in such a way that the terminal is not given away meanwhile.
  static func writing(_ body: () -> Bool) -> Bool {
    writer.store(currentThread, ordering: .sequentiallyConsistent)
    defer { writer.store(0, ordering: .sequentiallyConsistent) }
    return body()
  }

  /// Takes the terminal, unless another program has it.
  static func enter() {
    let terminal = terminal.pointee
    guard isInForeground(terminal) else { return }
    var raw = terminal.raw
    setAttributes(terminal.input, &raw)
    put(enterBytes, on: terminal.output)
    turns.add(1, ordering: .sequentiallyConsistent)
    entered.store(true, ordering: .sequentiallyConsistent)
  }

  /// Gives the terminal back; does nothing the second time.
  static func leave() {
    released.store(true, ordering: .sequentiallyConsistent)
    guard entered.exchange(false, ordering: .sequentiallyConsistent) else { return }
    turns.add(1, ordering: .sequentiallyConsistent)
    waitForWriter()
    let terminal = terminal.pointee
    guard isInForeground(terminal) else { return }
    put(leaveBytes, on: terminal.output)
    var saved = terminal.saved
    setAttributes(terminal.input, &saved)
  }

  /// Takes the terminal again after a stop, and has everything painted.
  static func resume() {
    released.store(false, ordering: .sequentiallyConsistent)
    enter()
    wake(InputReader.Wake.resumed)
  }

  /// Takes the terminal if it became free without a word: a shell tells only stopped programs that they are in
  /// the foreground again.
  static func reclaim() {
    guard !isEntered, !released.load(ordering: .sequentiallyConsistent) else { return }
    guard isInForeground(terminal.pointee) else { return }
    resume()
  }

  /// Tells the input reader something.
  static func wake(_ command: UInt8) {
    withUnsafeBytes(of: command) { _ = Descriptor.systemWrite(terminal.pointee.wake, $0) }
  }

  /// Another thread that is in the middle of a frame finds out before its next piece that it may not go on.
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

  /// A descriptor that is no controlling terminal has no foreground, and is always ours.
  private static func isInForeground(_ terminal: Terminal) -> Bool {
    let group = tcgetpgrp(terminal.input)
    return group < 0 || group == getpgrp()
  }

  private static func setAttributes(_ descriptor: Int32, _ attributes: inout termios) {
    while tcsetattr(descriptor, TCSANOW, &attributes) < 0, errno == EINTR {}
  }

  private static func put(_ bytes: UnsafeRawBufferPointer, on descriptor: Int32) {
    var start = 0
    var patience = 20
    while start < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      let written = Descriptor.systemWrite(descriptor, rest)
      if written > 0 {
        start += written
      } else if written < 0, errno == EAGAIN, patience > 0 {
        patience -= 1
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, 50)
      } else if !(written < 0 && errno == EINTR) {
        return
      }
    }
  }

  private static func permanent(_ text: String) -> UnsafeRawBufferPointer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    bytes.copyBytes(from: text.utf8)
    return UnsafeRawBufferPointer(bytes)
  }
}
