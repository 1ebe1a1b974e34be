import Glibc
import OperatingSystem

/// Both sides of a pseudo terminal. The slave stays open here too, so that its modes outlive the program on it.
struct PseudoTerminalDevice: Sendable {
  let master: Descriptor
  let slave: Descriptor
  let slavePath: String

  init(columns: Int, rows: Int, hasControlKeys: Bool = true) throws {
    master = Descriptor(owning: try Libc.openPseudoTerminal())
    slavePath = try Libc.slave(of: master.number)
    slave = try Descriptor.open(slavePath, .both)
    try setSize(columns: columns, rows: rows)
    if !hasControlKeys { try removeControlKeys() }
  }

  func setSize(columns: Int, rows: Int) throws {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(master.number, UInt(TIOCSWINSZ), &size) == 0 else {
      throw SystemError.last("ioctl(TIOCSWINSZ) of \(slavePath)")
    }
  }

  func modes() throws -> termios {
    var modes = termios()
    guard tcgetattr(slave.number, &modes) == 0 else { throw SystemError.last("tcgetattr of \(slavePath)") }
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
      throw SystemError.last("tcsetattr of \(slavePath)")
    }
  }
}

/// The calls of the C library that its Swift import leaves out.
private enum Libc {
  static func openPseudoTerminal() throws -> Int32 {
    let master = find("posix_openpt", as: (@convention(c) (Int32) -> Int32).self)(
      O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0 else { throw SystemError.last("posix_openpt") }
    for name in ["grantpt", "unlockpt"] {
      guard find(name, as: (@convention(c) (Int32) -> Int32).self)(master) == 0 else {
        throw SystemError.last(name)
      }
    }
    return master
  }

  static func slave(of master: Int32) throws -> String {
    typealias Function = @convention(c) (Int32, UnsafeMutablePointer<CChar>, Int) -> Int32
    var name = [CChar](repeating: 0, count: 128)
    let code = find("ptsname_r", as: Function.self)(master, &name, name.count)
    guard code == 0 else { throw SystemError(call: "ptsname_r", code: code) }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func find<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let address = dlsym(nil, name) else {
      preconditionFailure("The C library has no \(name); TestSupport needs glibc 2.34 or newer.")
    }
    return unsafeBitCast(address, to: type)
  }
}
