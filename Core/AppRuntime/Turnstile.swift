/// Lets callers through one at a time, in the order in which they came.
final class Turnstile {
  private var isTaken = false
  private var queue: [CheckedContinuation<Void, Never>] = []

  /// Returns when it is the caller's turn. `isTaken` is read inside of the continuation: before that, others may go
  /// first.
  func enter() async {
    await withCheckedContinuation { continuation in
      guard isTaken else {
        isTaken = true
        return continuation.resume()
      }
      queue.append(continuation)
    }
  }

  func leave() {
    if queue.isEmpty { isTaken = false } else { queue.removeFirst().resume() }
  }
}
