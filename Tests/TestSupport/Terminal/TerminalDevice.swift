import Glibc

/// Both sides of a pseudo terminal. The slave stays open here too, so that its modes outlive the program on it.
struct TerminalDevice: Sendable {
  let master: Descriptor
  let slave: Descriptor
  let slavePath: String

  init(columns: Int, rows: Int, hasControlKeys: Bool = true) throws {
    master = Descriptor(Libc.openPseudoTerminal(O_RDWR | O_NOCTTY | O_CLOEXEC))
    guard master.number >= 0 else { throw SystemCallError("posix_openpt", on: "a new terminal") }
    guard Libc.grantPseudoTerminal(master.number) == 0 else {
      throw SystemCallError("grantpt", on: "a new terminal")
    }
    guard Libc.unlockPseudoTerminal(master.number) == 0 else {
      throw SystemCallError("unlockpt", on: "a new terminal")
    }
    var name = [CChar](repeating: 0, count: 128)
    let code = Libc.pseudoTerminalName(master.number, &name, name.count)
    guard code == 0 else { throw SystemCallError("ptsname_r", on: "a new terminal", code: code) }
    slavePath = name.withUnsafeBufferPointer { name in
      String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    slave = Descriptor(open(slavePath, O_RDWR | O_NOCTTY | O_CLOEXEC))
    guard slave.number >= 0 else { throw SystemCallError("open", on: slavePath) }
    try setSize(columns: columns, rows: rows)
    if !hasControlKeys { try removeControlKeys() }
  }

  func setSize(columns: Int, rows: Int) throws {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(master.number, UInt(TIOCSWINSZ), &size) == 0 else {
      throw SystemCallError("ioctl(TIOCSWINSZ)", on: slavePath)
    }
  }

  func modes() throws -> termios {
    var modes = termios()
    guard tcgetattr(slave.number, &modes) == 0 else { throw SystemCallError("tcgetattr", on: slavePath) }
    return modes
  }

  /// How many bytes were typed that the program has not read yet.
  var unreadCount: Int {
    var count: Int32 = 0
    return ioctl(slave.number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  private func removeControlKeys() throws {
    var modes = try modes()
    withUnsafeMutableBytes(of: &modes.c_cc) { keys in
      for index in keys.indices where index != Int(VMIN) && index != Int(VTIME) { keys[index] = 0 }
    }
    guard tcsetattr(slave.number, TCSANOW, &modes) == 0 else {
      throw SystemCallError("tcsetattr", on: slavePath)
    }
  }
}
