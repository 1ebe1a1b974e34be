#if DEBUG
import ObjectMemory
import Synchronization

/// The lock of a `Mutex` whose type nobody says here.
enum TriedLock {
  /// Runs the body while it has the lock; returns false if that cannot be had while there is patience left.
  static func with(mutexAt address: UInt, patience: inout Duration, _ body: () -> Void) -> Bool {
    // The lock is the first that a mutex has, whatever it guards.
    guard let mutex = UnsafePointer<Mutex<Void>>(bitPattern: address) else { return false }
    func isDone() -> Bool { mutex.pointee.withLockIfAvailable { _ in body() } != nil }
    if isDone() { return true }
    let start = ContinuousClock.now
    defer { patience -= ContinuousClock.now - start }
    repeat {
      // Whoever has it may need this processor to be done.
      ObjectMemoryYield()
      if isDone() { return true }
    } while ContinuousClock.now - start < patience
    return false
  }
}
#endif
