import Foundation

/// A value that threads change and others wait on: every change wakes the waiters, nobody polls.
final class Monitor<State: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var state: State
  private var version = 0

  init(_ state: State) { self.state = state }

  var current: State { condition.withLock { state } }

  func update(_ change: (inout State) -> Void) {
    condition.withLock {
      change(&state)
      version += 1
      condition.broadcast()
    }
  }

  /// Blocks the thread until `answer` finds something in the state; nil when the time is over.
  func wait<Answer>(atMost timeout: Duration, for answer: (State) -> Answer?) -> Answer? {
    let deadline = Date(timeIntervalSinceNow: timeout / .seconds(1))
    // No copy of the state outlives the look: it would make the next change copy all that the state has.
    func look() -> (answer: Answer?, version: Int) {
      let (snapshot, seen) = condition.withLock { (state, version) }
      return (answer(snapshot), seen)
    }
    while true {
      let (found, seen) = look()
      if let found { return found }
      let hasChanged = condition.withLock {
        while version == seen { guard condition.wait(until: deadline) else { return version != seen } }
        return true
      }
      guard hasChanged else { return nil }
    }
  }

  /// Does the same on a thread of its own, so that a task can wait without holding up other tasks.
  func first<Answer: Sendable>(
    within timeout: Duration, where answer: @escaping @Sendable (State) -> Answer?
  ) async -> Answer? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: self.wait(atMost: timeout, for: answer))
      }
    }
  }
}
