import Foundation
import Glibc
import Synchronization

/// A spawned process and the group it leads: signals reach the group, and the group ends with its leader.
final class ProcessGroup: Sendable {
  let leader: Int32
  private let isReaped = Mutex(false)

  /// Takes charge of the process: a thread waits for its end, reaps it and then reports how it ended.
  init(leader: Int32, onExit: @escaping @Sendable (ExitStatus) -> Void) {
    self.leader = leader
    Thread.detachNewThread { onExit(self.reapWhenEnded()) }
  }

  /// Sends a signal to the whole group; does nothing once the leader has ended.
  func signal(_ number: Int32) {
    isReaped.withLock { isReaped in
      if !isReaped { kill(-leader, number) }
    }
  }

  private func reapWhenEnded() -> ExitStatus {
    var information = siginfo_t()
    while waitid(P_PID, id_t(leader), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    return isReaped.withLock { isReaped in
      // Until it is reaped, its number cannot pass to a stranger: the time to end what it left running.
      kill(-leader, SIGKILL)
      var status: Int32 = 0
      let reaped = waitpid(leader, &status, 0)
      precondition(reaped == leader, "Somebody else reaped process \(leader).")
      isReaped = true
      return ExitStatus(waitStatus: status)
    }
  }
}
