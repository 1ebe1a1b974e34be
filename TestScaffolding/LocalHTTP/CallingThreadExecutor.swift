#if DEBUG
/// Runs what a router does outside of any actor on the thread that is at hand: first the loop's, and after an
/// actor has done its part, that actor's. So an answer is sent where it was made, without a hop to the pool.
final class CallingThreadExecutor: TaskExecutor {
  static let shared = CallingThreadExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
#endif
