import OperatingSystem
import Processes

extension RunningProcess {
  /// Calls the body on a new thread when the process has ended.
  func whenEnded(_ body: @escaping @Sendable (ExitStatus) -> Void) {
    do {
      try SystemThread { if let status = self.waitForExit(until: nil) { body(status) } }.leave()
    } catch {
      preconditionFailure("Nobody can wait for process \(identifier): \(error).")
    }
  }
}
