import Synchronization

/// The tasks that wait for a clock which stands still: they go on only when somebody moves it.
///
/// An app whose work is all held counts as idle, or nobody could ask it for anything until the clock is moved.
public nonisolated final class HeldTasks: Sendable {
  private struct Contents {
    var counts: [TaskIdentity: Int] = [:]
    var onHold: (@Sendable () -> Void)?
  }

  private let contents = Mutex(Contents())

  /// Creates an empty collection.
  public init() {}

  /// Notes that the task waits.
  public func hold(_ task: TaskIdentity) {
    let onHold = contents.withLock { contents in
      contents.counts[task, default: 0] += 1
      return contents.onHold
    }
    onHold?()
  }

  /// Notes that the task goes on.
  public func release(_ task: TaskIdentity) {
    contents.withLock { contents in
      guard let count = contents.counts[task] else { return }
      contents.counts[task] = count > 1 ? count - 1 : nil
    }
  }

  func contains(_ task: TaskIdentity) -> Bool { contents.withLock { $0.counts[task] != nil } }

  /// Has a function called whenever one more task waits.
  func watch(_ onHold: @escaping @Sendable () -> Void) { contents.withLock { $0.onHold = onHold } }
}

/// Tells a running task from all others that run.
public nonisolated struct TaskIdentity: Hashable, Sendable {
  private let hash: Int

  /// The task that runs this; nil outside of any.
  public static var current: TaskIdentity? {
    withUnsafeCurrentTask { task in task.map { TaskIdentity(hash: $0.hashValue) } }
  }
}
