#if DEBUG
import Dispatch
import OperatingSystem

/// Waits for what was queued before, and for what is released later, in the pace of the machine.
package enum QueuedWork {
  /// After so many drains, what is still there is suspected of being a leak.
  package static let drains = 20
  /// How long a suspect has to go away. Time in which the process's threads wait for a processor does not count, up to a limit.
  private static let (limit, longest) = (Duration.milliseconds(300), Duration.seconds(6))

  /// Goes once through all queues: the main actor's, Dispatch's main one and its global ones, and that of Swift's tasks.
  @concurrent package static func drain() async {
    await passMainActor()
    await pass(.main)
    for quality in qualities { await pass(.global(qos: quality)) }
    await Task.yield()
  }

  /// Drains again and again, after pauses that grow, until nothing is suspected any more or the limit is over.
  package static func wait(
    isolation: isolated (any Actor)? = #isolation, while isSuspected: () -> Bool
  ) async {
    let (waiting, end) = (waitForProcessors, Deadline(in: longest))
    var pause = 1
    var (elapsed, counted) = (Duration.zero, Duration.zero)
    while counted < limit, isSuspected() {
      let start = ContinuousClock.now
      await rest(milliseconds: pause)
      await drain()
      // What takes much longer than the pause is no waiting: the machine stood still, or the process.
      elapsed += min(ContinuousClock.now - start, .milliseconds(4 * pause))
      pause = min(2 * pause, 50)
      counted = end.hasPassed ? limit : elapsed - max(.zero, waitForProcessors - waiting)
    }
  }

  private static let qualities: [DispatchQoS.QoSClass] = [
    .userInteractive, .userInitiated, .default, .utility, .background,
  ]

  @MainActor private static func passMainActor() async { await Task.yield() }

  private static func pass(_ queue: DispatchQueue) async {
    await withCheckedContinuation { passed in queue.async { passed.resume() } }
  }

  /// Unlike a sleep, this does not end when the task is cancelled.
  private static func rest(milliseconds: Int) async {
    await withCheckedContinuation { rested in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { rested.resume() }
    }
  }

  /// How long the threads that run now have waited for a processor, all together; zero where the system does not say.
  private static var waitForProcessors: Duration {
    (ProcFolder.names(in: "/proc/self/task") ?? []).reduce(into: .zero) { sum, thread in
      let fields = ProcFolder.text(of: "/proc/self/task/\(thread)/schedstat")?.split(separator: " ") ?? []
      if fields.count > 1 { sum += .nanoseconds(Int64(fields[1]) ?? 0) }
    }
  }
}
#endif
