import Glibc
import OperatingSystem
import Processes

extension PseudoTerminalDevice {
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

  /// Has the terminal itself make nothing of Ctrl-C and its like, in no mode.
  func removeControlKeys() throws {
    var modes = try modes()
    withUnsafeMutableBytes(of: &modes.c_cc) { keys in
      for index in keys.indices where index != Int(VMIN) && index != Int(VTIME) { keys[index] = 0 }
    }
    guard tcsetattr(slave.number, TCSANOW, &modes) == 0 else {
      throw SystemError.last("tcsetattr of \(slavePath)")
    }
  }
}
