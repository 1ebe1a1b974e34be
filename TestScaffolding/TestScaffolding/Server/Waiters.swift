#if DEBUG
import AppRuntime
import ElementTree
import Foundation
import OperatingSystem

/// Requests that wait for a change, up to a time limit.
///
/// Nobody reports that a waiting client has gone. Therefore, if too many wait, the first ones are woken early.
@MainActor
final class Waiters {
  private let most: Int
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastTicket = 0

  /// Creates waiters. The default limit is higher than the number of clients that can be connected.
  init(most: Int = 1024) { self.most = most }

  /// Returns at the next call of `wake`, or when the time is over; at once if `hasCome` returns true.
  ///
  /// The check has to happen here: between a check by the caller and the wait, others might run first, even if the
  /// caller is on the same actor.
  func wait(timeout: Duration, unless hasCome: () -> Bool) async {
    let deadline = Deadline(in: timeout)
    lastTicket += 1
    let ticket = lastTicket
    var alarm: Task<Void, any Error>?
    defer { alarm?.cancel() }
    await withCheckedContinuation { continuation in
      guard !hasCome() else { return continuation.resume() }
      waiting[ticket] = continuation
      alarm = Task { [weak self] in
        try await SleepQueue.shared.sleep(until: deadline)
        self?.wake(ticket)
      }
      if waiting.count > most, let first = waiting.keys.min() { wake(first) }
    }
  }

  private func wake(_ ticket: Int) { waiting.removeValue(forKey: ticket)?.resume() }

  /// Wakes all who wait.
  func wake() {
    let woken = waiting
    waiting = [:]
    for waiter in woken.values { waiter.resume() }
  }
}

/// Counts how often the app has been drawn, keeps the latest screens, and lets requests wait for the next one.
@MainActor
final class ScreenRevision: ElementDisplay {
  private(set) var current = 0
  var history = ScreenHistory()
  private let generation: () -> Int
  private let waiters = Waiters()

  init(generation: @escaping () -> Int) { self.generation = generation }

  func draw(_ tree: Element) {
    current += 1
    history.add(tree, generation: generation(), uptime: ProcessInfo.processInfo.systemUptime)
    waiters.wake()
  }

  /// Returns when the app has been drawn after this revision, or when the time is over.
  func wait(after revision: Int, timeout: Duration) async {
    await waiters.wait(timeout: timeout) { current > revision }
  }
}
#endif
