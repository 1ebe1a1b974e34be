import Dispatch
import Foundation
import Synchronization

nonisolated final class LockedPatch: Fenced, @unchecked Sendable {
  private let lock = NSLock()
  private var flock = Flock()

  func change(_ dice: inout Dice) { lock.withLock { flock.change(&dice) } }
}

nonisolated final class MutexPatch: Fenced {
  private let flock = Mutex(Flock())

  func change(_ dice: inout Dice) { flock.withLock { $0.change(&dice) } }
}

nonisolated final class ThreadLockPatch: Fenced, @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var flock = Flock()

  init() {
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func change(_ dice: inout Dice) {
    pthread_mutex_lock(lock)
    flock.change(&dice)
    pthread_mutex_unlock(lock)
  }
}

nonisolated final class ReadWritePatch: Fenced, @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private var flock = Flock()

  init() {
    lock.initialize(to: pthread_rwlock_t())
    pthread_rwlock_init(lock, nil)
  }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  func change(_ dice: inout Dice) {
    pthread_rwlock_wrlock(lock)
    flock.change(&dice)
    pthread_rwlock_unlock(lock)
  }
}

nonisolated final class QueuePatch: Fenced, @unchecked Sendable {
  private let queue = DispatchQueue(label: "patch")
  private var flock = Flock()

  func change(_ dice: inout Dice) { queue.sync { flock.change(&dice) } }
}

/// Has a keepsake, if any, among things that come and go.
nonisolated final class Chest: Sendable {
  private struct Content {
    var keepsakes: [Keepsake] = []
    var things: [Int: Sheep] = [:]
  }
  private let content = Mutex(Content())

  func put(_ keepsake: Keepsake) { content.withLock { $0.keepsakes.append(keepsake) } }

  func shake(_ dice: inout Dice) {
    let number = Int.random(in: 0..<20, using: &dice)
    content.withLock { $0.things[number] = $0.things[number] == nil ? Sheep() : nil }
  }
}
