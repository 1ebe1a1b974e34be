#if DEBUG
import Glibc
import Synchronization

/// One process of an app, with its own process group; it ends at the latest with this object.
final class AppProcess: Sendable {
  let pid: pid_t
  let output: OutputLog
  /// The app's end of it reads the end when this process closes it, on purpose or by dying.
  private let lifeline: Descriptor
  private let handle: Descriptor
  private let status = Mutex<ExitStatus?>(nil)

  init(pid: pid_t, handle: Descriptor, output: OutputLog, lifeline: Descriptor) {
    self.pid = pid
    self.handle = handle
    self.output = output
    self.lifeline = lifeline
  }

  deinit { end(termination: .zero) }

  var isRunning: Bool { waitForExit(until: Deadline(in: .zero)) == nil }

  /// Returns how the process ended, or nothing when it still runs at the deadline.
  func waitForExit(until deadline: Deadline) -> ExitStatus? {
    if let known = status.withLock(\.self) { return known }
    guard let events = try? poll([(handle, POLLIN)], until: deadline), events[0] != 0 else { return nil }
    return reap()
  }

  /// Waits for news from the descriptor; answers false when the process ended or the deadline passed first.
  func waits(for descriptor: Descriptor, until deadline: Deadline) throws(SystemError) -> Bool {
    try poll([(descriptor, POLLIN), (handle, POLLIN)], until: deadline)[0] != 0
  }

  /// Ends the process, gently if it lets itself be ended so, and everything it left in its group.
  @discardableResult
  func end(termination: Duration) -> ExitStatus? {
    letGo()
    if termination > .zero, waitForExit(until: Deadline(in: .zero)) == nil {
      signal(SIGTERM)
      _ = waitForExit(until: Deadline(in: termination))
    }
    signal(SIGKILL)
    return waitForExit(until: Deadline(in: .seconds(10)))
  }

  /// Closes the lifeline: an app that watches it quits.
  func letGo() { lifeline.close() }

  private func signal(_ number: Int32) {
    // Not after the process has been reaped: its number may be another's by then.
    status.withLock { if $0 == nil { _ = kill(-pid, number) } }
  }

  private func reap() -> ExitStatus? {
    let result = status.withLock { status in
      if status != nil { return status }
      // The group keeps its number while its leader has not been reaped.
      _ = kill(-pid, SIGKILL)
      var code: Int32 = 0
      var found: pid_t = 0
      repeat { found = waitpid(pid, &code, 0) } while found == -1 && errno == EINTR
      // Somebody else reaped our child: how it ended is lost, that it ended is not.
      status = found == pid ? ExitStatus(waitStatus: code) : .exited(-1)
      return status
    }
    output.finish()
    return result
  }
}
#endif
