public import ElementTree
import OperatingSystem

/// Work that is under way, with a name that tells what somebody waits for.
public nonisolated struct Activity: Sendable, Hashable, CustomStringConvertible {
  /// What is being done, such as `load menu`.
  public let name: String
  /// The line of code that started the work.
  public let origin: Origin

  public var description: String { "\(name) (\(origin))" }
}

/// Keeps track of the work that an app is busy with, and lets callers wait until there is none.
final class ActivityTracker {
  private var activities: [Int: Activity] = [:]
  private var tasks: [Int: TaskIdentity] = [:]
  private let held: HeldTasks
  private var lastToken = 0
  private let waiters = Waiters(most: .max)

  init(_ held: HeldTasks) { self.held = held }

  /// The work under way, in the order in which it began.
  var current: [Activity] { activities.sorted { $0.key < $1.key }.map(\.value) }

  /// Whether no work is under way, apart from what waits for a clock that stands still.
  var isIdle: Bool {
    activities.keys.allSatisfy { token in tasks[token].map(held.contains) ?? false }
  }

  func begin(_ activity: Activity) -> Int {
    lastToken += 1
    activities[lastToken] = activity
    return lastToken
  }

  func isCounting(_ token: Int) -> Bool { activities[token] != nil }

  /// Notes the task that does the work.
  func run(_ token: Int, in task: TaskIdentity?) { tasks[token] = task }

  func end(_ token: Int) {
    activities[token] = nil
    tasks[token] = nil
    wakeIfIdle()
  }

  /// Looks whether there is still work under way.
  func wakeIfIdle() {
    if isIdle { waiters.wake() }
  }

  /// Waits until no work is under way. Returns the work that is left at the time limit.
  ///
  /// A caller that is woken waits again if other work has begun in the meantime.
  func waitUntilIdle(until deadline: Deadline) async -> [Activity] {
    repeat { await waiters.wait(until: deadline) { [self] in isIdle } } while !isIdle && !deadline.hasPassed
    return isIdle ? [] : current
  }
}
