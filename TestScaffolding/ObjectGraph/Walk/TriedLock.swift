#if DEBUG
import ObjectMemory
import Synchronization

/// Takes the lock of a `Mutex` without knowing the type of its value.
enum TriedLock {
  /// Runs the body while holding the lock. Returns false if the lock stays taken until the patience is used up.
  static func with(mutexAt address: UInt, patience: inout Duration, _ body: () -> Void) -> Bool {
    // A mutex begins with its lock, whatever its value is.
    guard let mutex = UnsafePointer<Mutex<Void>>(bitPattern: address) else { return false }
    func isDone() -> Bool { mutex.pointee.withLockIfAvailable { _ in body() } != nil }
    if isDone() { return true }
    let start = ContinuousClock.now
    defer { patience -= ContinuousClock.now - start }
    repeat {
      // The thread that has the lock may need this processor to finish.
      ObjectMemoryYield()
      if isDone() { return true }
    } while ContinuousClock.now - start < patience
    return false
  }
}
#endif
