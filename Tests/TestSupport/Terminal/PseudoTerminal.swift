import Glibc
package import Processes

/// A terminal with a real program on it, which the test reads as a screen and types into.
///
/// The program leads a session with the terminal as its controlling one; forgotten by the test, it is killed.
package final class PseudoTerminal: Sendable {
  struct State: ProcessState {
    var emulator: ScreenEmulator
    var sizes: [SizeChange] = []
    var transcript: CapturedOutput
    var exitStatus: ExitStatus?
  }

  let executable: String
  private let device: PseudoTerminalDevice
  private let process: RunningProcess
  private let pump: Pump
  let state: Monitor<State>

  /// Starts an executable, named by its path, on a new terminal of the given size.
  ///
  /// Without control keys, the terminal itself makes nothing of Ctrl-C and its like, in no mode.
  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String],
    workingDirectory: String? = nil, columns: Int = 80, rows: Int = 24, hasControlKeys: Bool = true
  ) throws {
    let device = try PseudoTerminalDevice(columns: columns, rows: rows)
    if !hasControlKeys { try device.removeControlKeys() }
    let state = Monitor(
      State(
        emulator: ScreenEmulator(columns: columns, rows: rows),
        transcript: CapturedOutput(limit: ChildProcess.defaultOutputLimit)))
    state.update { $0.sizes = [SizeChange(offset: 0, columns: columns, rows: rows)] }
    let output = Pump.Source(descriptor: device.master) { bytes in
      state.update {
        $0.emulator.feed(bytes)
        $0.transcript.append(bytes)
      }
    }
    let pump = try Pump(from: [output], into: device.master)
    modesAtStart = TerminalModes(try device.modes())
    process = try Spawn(
      executable, arguments, environment: environment, folder: workingDirectory,
      standing: .terminal(device.slavePath)
    ).start()
    pump.start()
    process.whenEnded { status in pump.finish { state.update { $0.exitStatus = status } } }
    self.executable = executable
    self.device = device
    self.pump = pump
    self.state = state
  }

  deinit {
    process.signal(.kill)
    _ = state.wait(atMost: .seconds(10)) { $0.exitStatus }
  }

  /// The settings of the terminal before the program began.
  package let modesAtStart: TerminalModes

  package var processID: Int32 { process.identifier }

  /// Says how the program ended; nil while it runs or while there is output of it left to read.
  package var exitStatus: ExitStatus? { state.current.exitStatus }

  package var screen: Screen { state.current.emulator.screen }

  /// Lists the control sequences that the program sent and the emulator does not know, each once.
  package var unknownSequences: [String] { state.current.emulator.unknownSequences }

  /// Everything the program has written, byte for byte.
  package var transcript: CapturedOutput { state.current.transcript }

  /// Tells whether the terminal collects whole lines; a program in raw mode has turned that off.
  package var isCanonical: Bool { get throws { try device.modes().c_lflag & tcflag_t(ICANON) != 0 } }

  /// Tells whether the terminal itself shows what is typed.
  package var echoes: Bool { get throws { try device.modes().c_lflag & tcflag_t(ECHO) != 0 } }

  /// The settings of the terminal now, whoever made them.
  package var modes: TerminalModes { get throws { TerminalModes(try device.modes()) } }

  /// How many bytes were typed that the program has not read yet.
  package var unreadCount: Int { pump.unsentCount + device.unreadCount }

  /// Changes the size of the window, which sends SIGWINCH to the program.
  package func resize(columns: Int, rows: Int) throws {
    state.update {
      $0.emulator.resize(columns: columns, rows: rows)
      $0.sizes.append(SizeChange(offset: $0.transcript.bytes.count, columns: columns, rows: rows))
    }
    try device.setSize(columns: columns, rows: rows)
  }

  /// Types a text.
  package func send(_ text: String) { pump.send(Array(text.utf8)) }

  /// Types bytes that may be no text.
  package func send(_ bytes: [UInt8]) { pump.send(bytes) }

  /// Leaves what the program writes unread, or reads on.
  package func holdOutput(_ isHeld: Bool) { pump.hold(isHeld) }

  /// Takes the terminal away, as closing its window does.
  package func hangUp() { pump.hangUp() }

  /// Presses keys, one after the other.
  package func send(_ keys: Key...) { pump.send(keys.flatMap(\.bytes)) }

  /// Pastes a text as a terminal does: with brackets when the program has asked for them, line ends as Enter.
  package func paste(_ text: String) {
    let typed = text.replacing("\r\n", with: "\r").replacing("\n", with: "\r")
    pump.send(Array((screen.bracketsPastes ? "\u{1B}[200~\(typed)\u{1B}[201~" : typed).utf8))
  }

  /// Sends a signal to the program and to the group of processes it leads.
  package func terminate(_ signal: Int32 = SIGTERM) { process.signal(Signal(signal)) }
}
