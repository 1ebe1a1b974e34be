import Glibc
import OperatingSystem
import Processes
import TestSupport
import Testing

@Suite("Both sides of a pseudo terminal")
struct PseudoTerminalDeviceTests {
  @Test("are no terminal of who makes them, not even if that leads a session without one")
  func sessionLeader() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        #expect(setsid() > 0)
        let device = try PseudoTerminalDevice(columns: 80, rows: 24)
        #expect(open("/dev/tty", O_RDWR) == -1 && errno == ENXIO)
        device.master.close()
      }
    }
  }
}
