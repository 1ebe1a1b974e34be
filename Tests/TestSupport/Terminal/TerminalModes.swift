package import Glibc

/// The settings of a terminal, to be compared.
package struct TerminalModes: Sendable, Equatable {
  package let flags: [tcflag_t]
  package let characters: [UInt8]

  init(_ modes: termios) {
    flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
  }
}
