import Dispatch

/// Runs what waits for other processes on threads beside the pool of Swift, each job on one of its own.
///
/// The pool has one thread for each processor. Code that keeps them waiting keeps all other tasks from running, those too
/// for which it waits: the child tasks of a test, or a server in its process.
package final class BlockingExecutor: TaskExecutor {
  package static let shared = BlockingExecutor()

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Dispatch gives a serial queue a thread whenever it has work, however many threads there are.
    DispatchQueue(label: "BlockingExecutor").async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
