import Glibc
import Testing

@testable import OperatingSystem

@Suite("Signals that end a program")
struct TerminalSignalsTests {
  @Test(
    "A fault that the kernel finds in an instruction is left to happen again, everything else is raised again"
  )
  func faults() {
    let all = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    #expect(
      all.filter { TerminalSignals.happensAgain($0, code: 1) } == [SIGSEGV, SIGBUS, SIGILL, SIGFPE])
    // A process that sends the signal says so with a code that is not positive.
    for code: Int32 in [0, -6] {
      #expect(!all.contains { TerminalSignals.happensAgain($0, code: code) })
    }
  }
}
