import Dispatch
import Glibc
import OperatingSystem
import Processes
import Synchronization

/// Kills processes some moment after it has heard of them, on a thread of its own.
final class ServerKiller: Sendable {
  private final class Progress: Sendable {
    let known = Atomic<Int32>(0)
    /// Signalled when a server is known, or all is over.
    let news = DispatchSemaphore(value: 0)
    let isOver = Atomic(false)
    let kills = Atomic(0)
  }

  private let progress = Progress()
  private let thread: SystemThread

  /// Lets others go first up to so many times before each kill. Only servers of the executable are killed: an app whose
  /// server was killed has another parent, which is none of these tests' business.
  init(_ random: inout some RandomNumberGenerator, atMost longest: Int, of executable: String) throws {
    let file = try Descriptor.open(executable, .reading).status().identity
    let pauses = (0..<1000).map { _ in Int.random(in: 0..<longest, using: &random) }
    thread = try SystemThread { [progress] in
      var (pause, isOver) = (0, false)
      while !isOver {
        progress.news.wait()
        isOver = progress.isOver.load(ordering: .acquiring)
        // Any instant will do: there is nothing to wait for.
        for _ in 0..<(isOver ? 0 : pauses[pause]) { sched_yield() }
        pause = (pause + 1) % pauses.count
        let server = progress.known.exchange(0, ordering: .acquiringAndReleasing)
        guard server > 0, let handle = try? RunningProcess.handle(of: server),
          (try? Descriptor.open("/proc/\(server)/exe", .reading).status().identity) == file,
          (try? RunningProcess.signal(.kill, to: handle)) != nil
        else { continue }
        progress.kills.add(1, ordering: .relaxed)
      }
    }
  }

  /// Tells which process is to be killed next; 0 if none.
  func kill(_ server: Int32) {
    progress.known.store(server, ordering: .releasing)
    if server > 0 { progress.news.signal() }
  }

  /// Ends the killing, and returns how many were killed.
  func stop() -> Int {
    progress.isOver.store(true, ordering: .releasing)
    progress.news.signal()
    thread.join()
    return progress.kills.load(ordering: .relaxed)
  }
}
