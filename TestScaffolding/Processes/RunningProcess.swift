import Glibc
package import OperatingSystem
import Synchronization

/// A process that leads its own process group. Only this object waits for its end, unless the process is another's.
package final class RunningProcess: Sendable {
  package let identifier: Int32
  /// Whether its end is this process's business. Another's is watched: neither ended here nor waited for.
  package let isOwn: Bool
  private let handle: Descriptor
  /// What tells of the process's end, if it is no child of this process. Until this is closed, the number belongs to no
  /// other process.
  private let messenger: Descriptor?
  private let status = Mutex<ExitStatus?>(nil)
  private let leftNothing = Atomic(false)

  /// Takes over a child process. If that fails, kills the child.
  init(_ identifier: Int32) throws(SystemError) {
    self.identifier = identifier
    (isOwn, messenger) = (true, nil)
    do throws(SystemError) {
      handle = try Self.handle(of: identifier)
    } catch {
      kill(-identifier, SIGKILL)
      waitpid(identifier, nil, 0)
      throw error
    }
  }

  /// Takes over a process whose parent tells of its end over the descriptor. Throws if it is gone, with its parent.
  package init(_ identifier: Int32, endToldOver messenger: Descriptor) throws(SystemError) {
    self.identifier = identifier
    (isOwn, self.messenger) = (true, messenger)
    handle = try Self.handle(of: identifier)
  }

  /// Watches a process that belongs to another. Throws if it is gone.
  package init(watching identifier: Int32) throws(SystemError) {
    self.identifier = identifier
    (isOwn, messenger) = (false, nil)
    handle = try Self.handle(of: identifier)
  }

  /// Ends a child that nobody has waited for: as a zombie it would be found by all who wait for any child.
  deinit { if messenger == nil { _ = reap() } }

  /// Returns a descriptor that becomes readable when the process ends. Throws if the process is gone.
  package static func handle(of identifier: Int32) throws(SystemError) -> Descriptor {
    typealias Call = @convention(c) (pid_t, UInt32) -> Int32
    let number = try find("pidfd_open", as: Call.self)(identifier, 0)
    guard number >= 0 else { throw .last("pidfd_open") }
    return Descriptor(owning: number)
  }

  /// Sends a signal to the process of a handle, even if its number has gone to another.
  package static func signal(_ signal: Signal, to handle: Descriptor) throws(SystemError) {
    typealias Call = @convention(c) (Int32, Int32, OpaquePointer?, UInt32) -> Int32
    let send = try find("pidfd_send_signal", as: Call.self)
    guard send(handle.number, signal.number, nil, 0) == 0 else { throw .last("pidfd_send_signal") }
  }

  /// Whether the process may have left others behind, outside of its group.
  package var mayHaveLeftSome: Bool { !leftNothing.load(ordering: .relaxed) }

  /// Whether another process tells of its end.
  package var hasMessenger: Bool { messenger != nil }

  package var isRunning: Bool { waitForExit(until: Deadline(in: .zero)) == nil }

  /// Returns how the process ended; nil if it still runs at the deadline.
  package func waitForExit(until deadline: Deadline?) -> ExitStatus? {
    if let known = status.withLock(\.self) { return known }
    guard let ready = try? Descriptor.poll([(handle, .reading)], until: deadline), !ready[0].isEmpty else {
      return nil
    }
    return reap()
  }

  /// Waits until the descriptor is readable. Returns false if the process ends, the deadline passes or the cancellation becomes
  /// readable first.
  package func waits(
    for descriptor: Descriptor, or cancellation: Descriptor? = nil, until deadline: Deadline?
  ) throws(SystemError) -> Bool {
    let all = [descriptor, handle] + (cancellation.map { [$0] } ?? [])
    return try !Descriptor.poll(all.map { ($0, .reading) }, until: deadline)[0].isEmpty
  }

  /// Sends a signal to the whole group. Does nothing after the process has been waited for, because its number may
  /// belong to another process by then.
  package func signal(_ signal: Signal) {
    status.withLock { if $0 == nil, isOwn, ownsNumber { _ = kill(-identifier, signal.number) } }
  }

  /// Ends it, and gives it some seconds for ending what it has started.
  package func endSoon() {
    signal(.interrupt)
    if waitForExit(until: Deadline(in: .seconds(5))) == nil { signal(.kill) }
    _ = waitForExit(until: nil)
  }

  /// Sends a signal to one thread of the process. Does nothing after the process has been waited for.
  func signal(_ signal: Signal, toThread thread: Int32) throws(SystemError) {
    typealias Call = @convention(c) (pid_t, pid_t, Int32) -> Int32
    let send = try find("tgkill", as: Call.self)
    status.withLock { if $0 == nil, isOwn, ownsNumber { _ = send(identifier, thread, signal.number) } }
  }

  /// Whether the number is still that of this process: nobody keeps it for a process whose parent ended before it did.
  private var ownsNumber: Bool {
    guard let messenger,
      let ready = try? Descriptor.poll([(messenger, []), (handle, .reading)], until: Deadline(in: .zero))
    else { return true }
    return ready[0].isEmpty || ready[1].isEmpty
  }

  /// Leaves a process to others: nobody waits for it here any more, nor ends it.
  package func leave() {
    status.withLock { $0 = $0 ?? .lost }
    messenger?.close()
  }

  /// Ends the rest of the group, and then waits for the leader: as long as that is not done, the group keeps its
  /// number.
  private func reap() -> ExitStatus? {
    status.withLock { status in
      if status != nil { return status }
      guard isOwn else {
        status = .lost
        return status
      }
      if ownsNumber { _ = kill(-identifier, SIGKILL) }
      let ended = messenger.map { self.status(toldBy: $0) } ?? statusOfChild
      messenger?.close()
      status = ended
      return status
    }
  }

  private var statusOfChild: ExitStatus {
    var code: Int32 = 0
    var found: pid_t = 0
    repeat { found = waitpid(identifier, &code, 0) } while found == -1 && errno == EINTR
    // Other code has waited for our child: it has ended, but its exit status is lost.
    return found == identifier ? ExitStatus(waitStatus: code) : .lost
  }

  /// What the messenger sends: the status as `waitpid` says it, and whether something may have been left behind.
  private func status(toldBy messenger: Descriptor) -> ExitStatus {
    let size = 2 * MemoryLayout<Int32>.size
    guard let ready = try? Descriptor.poll([(messenger, .reading)], until: Deadline(in: .seconds(10))),
      !ready[0].isEmpty, let bytes = try? messenger.readSome(atMost: size), bytes.count == size
    else { return .lost }
    let words = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
    leftNothing.store(words[1] == 0, ordering: .relaxed)
    return ExitStatus(waitStatus: words[0])
  }
}
