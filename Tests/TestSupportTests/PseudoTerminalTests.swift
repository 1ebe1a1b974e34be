import Glibc
import Processes
import TestSupport
import Testing

/// Starts a shell script on a terminal.
private func terminal(_ script: String, columns: Int = 40, rows: Int = 6) throws -> PseudoTerminal {
  try PseudoTerminal(
    "/bin/sh", ["-c", script], environment: plainEnvironment, columns: columns, rows: rows)
}

@Suite struct PseudoTerminalTests {
  @Test("A program on the terminal shows on the screen, and its exit code arrives after its output")
  func output() async throws {
    let terminal = try terminal("printf 'one\\ntwo'; exit 5")
    #expect(try await terminal.waitForExit() == .exited(5))
    #expect(terminal.screen.text == "one\ntwo")
    #expect(terminal.transcript.text == "one\r\ntwo")
    #expect(terminal.exitStatus == .exited(5))
  }

  @Test("The program leads a session on a terminal of its own")
  func session() async throws {
    let terminal = try terminal("tty; cat /proc/$$/stat; tty <&2; echo x > /dev/tty", columns: 400, rows: 8)
    try await terminal.waitForExit()
    let lines = terminal.screen.lines
    #expect(lines[0].hasPrefix("/dev/pts/"))
    #expect(lines[2] == lines[0])
    #expect(lines[3] == "x")
    let fields = lines[1].split(separator: " ")
    #expect(fields[5] == "\(terminal.processID)")  // The session.
    #expect(fields[6] != "0")  // The controlling terminal.
  }

  @Test("The program sees the size of the window, and hears when it changes")
  func windowSize() async throws {
    let terminal = try terminal(
      "trap 'stty size' WINCH; stty size; read line || read line; echo \"<$line>\"")
    try await terminal.waitForText("6 40")
    try terminal.resize(columns: 30, rows: 5)
    terminal.send("next")
    terminal.send(.enter)
    try await terminal.waitForScreen { $0.contains("5 30") && $0.contains("<next>") }
    #expect((terminal.screen.columns, terminal.screen.rows) == (30, 5))
  }

  @Test("What is typed is echoed and read as lines")
  func typing() async throws {
    let terminal = try terminal("read a; echo \"got $a\"")
    terminal.send("hellp")
    terminal.send(.backspace)
    terminal.send("o")
    terminal.send(.enter)
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text == "hello\ngot hello")
  }

  @Test("Control-C interrupts the program in the foreground")
  func interrupt() async throws {
    let terminal = try terminal("echo ready; exec sleep 1000")
    try await terminal.waitForText("ready")
    terminal.send(.ctrl("c"))
    #expect(try await terminal.waitForExit() == .signalled(SIGINT))
  }

  @Test("Keys send what an xterm sends")
  func keys() {
    let keys: [(Key, String)] = [
      (.tab, "\t"), (.backTab, "\u{1B}[Z"), (.enter, "\r"), (.escape, "\u{1B}"), (.backspace, "\u{7F}"),
      (.delete, "\u{1B}[3~"), (.up, "\u{1B}[A"), (.down, "\u{1B}[B"), (.right, "\u{1B}[C"),
      (.left, "\u{1B}[D"), (.home, "\u{1B}[H"), (.end, "\u{1B}[F"), (.pageUp, "\u{1B}[5~"),
      (.pageDown, "\u{1B}[6~"), (.ctrl("c"), "\u{3}"), (.ctrl("D"), "\u{4}"), (.ctrl("["), "\u{1B}"),
    ]
    for (key, bytes) in keys { #expect(String(decoding: key.bytes, as: UTF8.self) == bytes, "\(key)") }
  }

  @Test("In raw mode keys arrive untouched")
  func rawKeys() async throws {
    let terminal = try terminal("stty raw -echo; echo ready; head -c 7 | od -An -c")
    try await terminal.waitForText("ready")
    terminal.send(.up, .tab, .ctrl("c"), .enter)
    terminal.send("x")
    try await terminal.waitForExit()
    #expect(terminal.screen.contains("033   [   A  \\t 003  \\r   x"))
  }

  @Test("A paste is bracketed only for a program that asked for it, and its line ends are Enter")
  func paste() async throws {
    let terminal = try terminal(
      """
      stty raw -echo; echo ready; head -c 3 | od -An -c
      printf '\\033[?2004h'; head -c 15 | od -An -c
      """, columns: 80)
    try await terminal.waitForText("ready")
    terminal.paste("a\nb")
    try await terminal.waitForScreen { $0.bracketsPastes }
    terminal.paste("a\r\nb")
    try await terminal.waitForExit()
    #expect(terminal.screen.contains("   a  \\r   b"))
    #expect(terminal.screen.contains("033   [   2   0   0   ~   a  \\r   b 033   [   2   0   1   ~"))
    #expect(terminal.unknownSequences == [])
  }

  @Test("A large output goes through the emulator whole")
  func largeOutput() async throws {
    let terminal = try terminal("head -c 1000000 /dev/zero | tr '\\0' x; printf '\\nend'")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(terminal.transcript.bytes.count == 1_000_005)
    #expect(terminal.screen.lines.last == "end")
  }
}

@Suite struct PseudoTerminalModeTests {
  @Test("A program that undoes raw mode leaves the terminal as it was")
  func modesRestored() async throws {
    let terminal = try terminal("stty raw -echo; printf raw; head -c 1; stty sane")
    try await terminal.waitForText("raw")
    #expect(try !terminal.isCanonical)
    #expect(try !terminal.echoes)
    terminal.send("x")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(try terminal.isCanonical)
    #expect(try terminal.echoes)
  }

  @Test("A program that leaves raw mode on is seen to, even after its end")
  func modesLeftBehind() async throws {
    let terminal = try terminal("stty raw -echo")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(try !terminal.isCanonical)
    #expect(try !terminal.echoes)
  }
}

@Suite struct PseudoTerminalLifetimeTests {
  @Test("A wait that takes too long shows the screen")
  func timeout() async throws {
    let terminal = try terminal("printf 'Name?'; exec sleep 1000", columns: 6, rows: 1)
    try await terminal.waitForText("Name?")
    let error = await #expect(throws: WaitError.self) {
      try await terminal.waitForText("Done", timeout: .milliseconds(20), file: "Here.swift", line: 7)
    }
    let expected = """
      Here.swift:7: Waited 0.02 seconds in vain for the text "Done".
      Process \(terminal.processID), /bin/sh, shows:
      +------+
      |Name? |
      +------+
      main screen, cursor at row 0, column 5
      """
    #expect(error?.description == expected)
    let exitError = await #expect(throws: WaitError.self) {
      try await terminal.waitForExit(timeout: .milliseconds(20))
    }
    #expect(exitError?.reason == .timedOut(after: .milliseconds(20)))
  }

  @Test("A wait for the screen ends with the program")
  func endedProgram() async throws {
    let terminal = try terminal("exit 9")
    let error = await #expect(throws: WaitError.self) { try await terminal.waitForScreen { $0.isAlternate } }
    #expect(error?.reason == .ended(.exited(9)))
  }

  @Test("A forgotten program is killed and reaped, and both sides of the terminal are closed")
  func forgotten() async throws {
    var forgotten: PseudoTerminal? = try terminal("tty; exec sleep 1000")
    try await forgotten?.waitForText("/dev/pts/")
    let process = try #require(forgotten?.processID)
    let path = try #require(forgotten?.screen.lines[0])
    // Held open, the terminal's number cannot pass to another test.
    let slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(slave) }
    #expect(try openFiles().count { $0 == path } == 2)
    forgotten = nil
    #expect(!exists(process))
    #expect(try openFiles().count { [path, "\(path) (deleted)"].contains($0) } == 1)
    var polled = pollfd(fd: slave, events: 0, revents: 0)
    #expect(poll(&polled, 1, 10_000) == 1)
    #expect(polled.revents & Int16(POLLHUP) != 0)
  }

  @Test("A signal reaches the program")
  func terminated() async throws {
    let terminal = try terminal("exec sleep 1000")
    terminal.terminate()
    #expect(try await terminal.waitForExit() == .signalled(SIGTERM))
  }

  @Test("A terminal that is taken away sends SIGHUP to the leader of its session")
  func hangUp() async throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "echo ready; exec sleep 1000"], environment: home.environment)
    try await terminal.waitForText("ready")
    terminal.hangUp()
    #expect(try await terminal.waitForExit() == .signalled(SIGHUP))
  }

  @Test("Output that is held stays with the program until it is wanted")
  func heldOutput() async throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "read line; head -c 1000000 /dev/zero | tr '\\0' x; echo; echo done"],
      environment: home.environment)
    terminal.holdOutput(true)
    terminal.send(.enter)
    terminal.holdOutput(false)
    try await terminal.waitForText("done")
    try await terminal.waitForExit()
    #expect(terminal.screens(afterBytes: [terminal.transcript.bytes.count]) == [terminal.screen])
  }

  @Test("Without control keys the terminal makes nothing of Ctrl-C")
  func noControlKeys() async throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "read line; echo got $line | tr '\\003' C"], environment: home.environment,
      hasControlKeys: false)
    terminal.send([0x03])
    terminal.send(.enter)
    try await terminal.waitForText("got C")
    #expect(try terminal.modes == terminal.modesAtStart)
  }
}
