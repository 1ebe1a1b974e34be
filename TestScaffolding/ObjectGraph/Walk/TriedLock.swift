#if DEBUG
import Glibc
import Synchronization

/// The lock of a `Mutex` whose type nobody says here.
enum TriedLock {
  /// Runs the body while it has the lock; returns false if that cannot be had soon.
  static func with(mutexAt address: UInt, _ body: () -> Void) -> Bool {
    // The lock is the first that a mutex has, whatever it guards.
    guard let mutex = UnsafePointer<Mutex<Void>>(bitPattern: address) else { return false }
    for attempt in 0..<1_000 {
      if mutex.pointee.withLockIfAvailable({ _ in body() }) != nil { return true }
      // Whoever has it may need a processor to be done.
      if attempt > 10 { sched_yield() }
    }
    return false
  }
}
#endif
