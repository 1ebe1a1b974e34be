#if DEBUG
/// Runs what a task does outside of actors on the thread that lets it go on, without a switch to the thread pool, whose first
/// thread would have to be started for that.
package final class CallingThreadExecutor: TaskExecutor {
  package static let shared = CallingThreadExecutor()

  package func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
#endif
