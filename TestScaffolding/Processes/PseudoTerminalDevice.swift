import Glibc
package import OperatingSystem

/// Both sides of a pseudo terminal. The slave stays open here too, so that its modes outlive the program on it.
package struct PseudoTerminalDevice: Sendable {
  package let master: Descriptor
  package let slave: Descriptor
  package let slavePath: String

  package init(columns: Int, rows: Int) throws {
    master = Descriptor(owning: try Libc.openPseudoTerminal())
    slavePath = try Libc.slave(of: master.number)
    slave = try Descriptor.open(slavePath, .both)
    try setSize(columns: columns, rows: rows)
  }

  package func setSize(columns: Int, rows: Int) throws {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(master.number, UInt(TIOCSWINSZ), &size) == 0 else {
      throw SystemError.last("ioctl(TIOCSWINSZ) of \(slavePath)")
    }
  }
}

/// The calls of the C library that its Swift import leaves out.
private enum Libc {
  static func openPseudoTerminal() throws -> Int32 {
    let master = try find("posix_openpt", as: (@convention(c) (Int32) -> Int32).self)(
      O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0 else { throw SystemError.last("posix_openpt") }
    for name in ["grantpt", "unlockpt"] {
      guard try find(name, as: (@convention(c) (Int32) -> Int32).self)(master) == 0 else {
        throw SystemError.last(name)
      }
    }
    return master
  }

  static func slave(of master: Int32) throws -> String {
    typealias Function = @convention(c) (Int32, UnsafeMutablePointer<CChar>, Int) -> Int32
    var name = [CChar](repeating: 0, count: 128)
    let code = try find("ptsname_r", as: Function.self)(master, &name, name.count)
    guard code == 0 else { throw SystemError(call: "ptsname_r", code: code) }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
