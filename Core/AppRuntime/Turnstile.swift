/// Lets callers through one at a time, in the order in which they came.
package final class Turnstile {
  private var isTaken = false
  private var queue: [(number: Int, isNext: CheckedContinuation<Bool, Never>)] = []
  private var count = 0

  package init() {}

  /// How many wait for their turn.
  var waiting: Int { queue.count }

  /// Returns when it is the caller's turn, or throws once the caller is cancelled while it waits. `isTaken` is read inside of
  /// the continuation: before that, others may go first.
  package func enter() async throws(CancellationError) {
    count += 1
    let number = count
    let isNext = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isTaken, Task.isCancelled { return continuation.resume(returning: false) }
        if isTaken { return queue.append((number, continuation)) }
        isTaken = true
        continuation.resume(returning: true)
      }
    } onCancel: {
      Task { @MainActor in self.turnAway(number) }
    }
    guard isNext else { throw CancellationError() }
  }

  package func leave() {
    if queue.isEmpty { isTaken = false } else { queue.removeFirst().isNext.resume(returning: true) }
  }

  private func turnAway(_ number: Int) {
    guard let index = queue.firstIndex(where: { $0.number == number }) else { return }
    queue.remove(at: index).isNext.resume(returning: false)
  }
}
