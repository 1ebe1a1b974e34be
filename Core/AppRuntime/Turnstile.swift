/// Lets one caller at a time through, in the order in which they came.
final class Turnstile {
  private var isTaken = false
  private var queue: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { queue.append($0) }
  }

  func leave() {
    if queue.isEmpty { isTaken = false } else { queue.removeFirst().resume() }
  }
}
