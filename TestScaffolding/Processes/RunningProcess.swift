package import OperatingSystem
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A process that was started here and leads a group; nobody else waits for its end.
package final class RunningProcess: Sendable {
  package let identifier: Int32
  private let handle: Descriptor
  private let status = Mutex<ExitStatus?>(nil)

  /// Takes charge of a child, which is killed if that is not possible.
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

  /// A descriptor that is ready to be read when the process has ended; none for one that is gone.
  package static func handle(of identifier: Int32) throws(SystemError) -> Descriptor {
    typealias Call = @convention(c) (pid_t, UInt32) -> Int32
    let number = try find("pidfd_open", as: Call.self)(identifier, 0)
    guard number >= 0 else { throw .last("pidfd_open") }
    return Descriptor(owning: number)
  }

  package var isRunning: Bool { waitForExit(until: Deadline(in: .zero)) == nil }

  /// Returns how the process ended, or nothing when it still runs at the deadline.
  package func waitForExit(until deadline: Deadline?) -> ExitStatus? {
    if let known = status.withLock(\.self) { return known }
    guard let ready = try? Descriptor.poll([(handle, .reading)], until: deadline), !ready[0].isEmpty else {
      return nil
    }
    return reap()
  }

  /// Calls the body, on a thread of its own, when the process has ended.
  package func whenEnded(_ body: @escaping @Sendable (ExitStatus) -> Void) {
    do {
      try SystemThread { if let status = self.waitForExit(until: nil) { body(status) } }.leave()
    } catch {
      preconditionFailure("Nobody can wait for process \(identifier): \(error).")
    }
  }

  /// Waits for news from the descriptor; answers false when the process ended or the deadline passed first.
  package func waits(for descriptor: Descriptor, until deadline: Deadline) throws(SystemError) -> Bool {
    try !Descriptor.poll([(descriptor, .reading), (handle, .reading)], until: deadline)[0].isEmpty
  }

  /// Sends a signal to the whole group; does nothing once the process has been waited for, as its number may be
  /// another's by then.
  package func signal(_ signal: Signal) {
    status.withLock { if $0 == nil { _ = kill(-identifier, signal.number) } }
  }

  /// The group keeps its number while its leader has not been reaped: the time to end what it left running.
  private func reap() -> ExitStatus? {
    status.withLock { status in
      if status != nil { return status }
      _ = kill(-identifier, SIGKILL)
      var code: Int32 = 0
      var found: pid_t = 0
      repeat { found = waitpid(identifier, &code, 0) } while found == -1 && errno == EINTR
      // Somebody else waited for our child: how it ended is lost, that it ended is not.
      status = found == identifier ? ExitStatus(waitStatus: code) : .exited(-1)
      return status
    }
  }
}
