package import OperatingSystem
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A child process that leads its own process group. Only this object waits for its end.
package final class RunningProcess: Sendable {
  package let identifier: Int32
  private let handle: Descriptor
  private let status = Mutex<ExitStatus?>(nil)

  /// Takes over a child process. If that fails, kills the child.
  init(_ identifier: Int32) throws(SystemError) {
    self.identifier = identifier
    do throws(SystemError) {
      handle = try Self.handle(of: identifier)
    } catch {
      kill(-identifier, SIGKILL)
      waitpid(identifier, nil, 0)
      throw error
    }
  }

  /// Returns a descriptor that becomes readable when the process ends. Throws if the process is gone.
  package static func handle(of identifier: Int32) throws(SystemError) -> Descriptor {
    typealias Call = @convention(c) (pid_t, UInt32) -> Int32
    let number = try find("pidfd_open", as: Call.self)(identifier, 0)
    guard number >= 0 else { throw .last("pidfd_open") }
    return Descriptor(owning: number)
  }

  package var isRunning: Bool { waitForExit(until: Deadline(in: .zero)) == nil }

  /// Returns how the process ended; nil if it still runs at the deadline.
  package func waitForExit(until deadline: Deadline?) -> ExitStatus? {
    if let known = status.withLock(\.self) { return known }
    guard let ready = try? Descriptor.poll([(handle, .reading)], until: deadline), !ready[0].isEmpty else {
      return nil
    }
    return reap()
  }

  /// Calls the body on a new thread when the process has ended.
  package func whenEnded(_ body: @escaping @Sendable (ExitStatus) -> Void) {
    do {
      try SystemThread { if let status = self.waitForExit(until: nil) { body(status) } }.leave()
    } catch {
      preconditionFailure("Nobody can wait for process \(identifier): \(error).")
    }
  }

  /// Waits until the descriptor is readable. Returns false if the process ends or the deadline passes first.
  package func waits(for descriptor: Descriptor, until deadline: Deadline) throws(SystemError) -> Bool {
    try !Descriptor.poll([(descriptor, .reading), (handle, .reading)], until: deadline)[0].isEmpty
  }

  /// Sends a signal to the whole group. Does nothing after the process has been waited for, because its number may
  /// belong to another process by then.
  package func signal(_ signal: Signal) {
    status.withLock { if $0 == nil { _ = kill(-identifier, signal.number) } }
  }

  /// Ends the rest of the group, and then waits for the leader: as long as that is not done, the group keeps its
  /// number.
  private func reap() -> ExitStatus? {
    status.withLock { status in
      if status != nil { return status }
      _ = kill(-identifier, SIGKILL)
      var code: Int32 = 0
      var found: pid_t = 0
      repeat { found = waitpid(identifier, &code, 0) } while found == -1 && errno == EINTR
      // Other code has waited for our child: it has ended, but its exit status is lost.
      status = found == identifier ? ExitStatus(waitStatus: code) : .exited(-1)
      return status
    }
  }
}
