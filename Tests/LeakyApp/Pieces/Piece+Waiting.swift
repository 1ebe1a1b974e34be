import AppRuntime
import Dispatch

extension Piece {
  /// Tasks that have not come to their end, or of which somebody still has the result.
  static let waiting = [
    held("task-sleep", sleep),
    held("task-detached", sleepDetached),
    held("task-stream", readStream),
    held("task-group", sleepInGroup),
    held("task-let", sleepInLet),
    held("task-chain", waitForAnother),
    held("task-local", sleepWithValue),
    held("task-checked-continuation", waitForContinuation),
    held("task-unsafe-continuation", waitForVariable),
    held("task-actor", waitInActor),
    held("task-helper", callHelper),
    held("task-clock", waitForClock),
    held("task-new", beginNever),
    held("task-finished") { tray in
      Galley.finished = Task { tray }
      Undo.add { Galley.finished = nil }
    },
  ]
}

/// What lets go of a tray at the end of a task.
private func sleep(with tray: Tray) {
  cancelLater(
    Task {
      try await Task.sleep(for: .seconds(100_000))
      tray.touch()
    })
}

private func sleepDetached(with tray: Tray) {
  cancelLater(
    Task.detached {
      try await Task.sleep(for: .seconds(100_000))
      tray.touch()
    })
}

private func readStream(with tray: Tray) {
  let (numbers, source) = AsyncStream.makeStream(of: Int.self)
  let lost = Hidden(source)
  Task {
    for await _ in numbers { tray.touch() }
  }
  Undo.add { lost.take()?.finish() }
}

private func sleepInGroup(with tray: Tray) {
  cancelLater(
    Task {
      try await withThrowingTaskGroup { group in
        group.addTask {
          try await Task.sleep(for: .seconds(100_000))
          tray.touch()
        }
        try await group.waitForAll()
      }
    })
}

private func sleepInLet(with tray: Tray) {
  cancelLater(
    Task {
      async let slept: Void = sleepLong(with: tray)
      try await slept
    })
}

private nonisolated func sleepLong(with tray: Tray) async throws {
  try await Task.sleep(for: .seconds(100_000))
  tray.touch()
}

private func waitForAnother(with tray: Tray) {
  let first = Task { try await Task.sleep(for: .seconds(100_000)) }
  Task {
    try? await first.value
    tray.touch()
  }
  cancelLater(first)
}

private func sleepWithValue(_ tray: Tray) {
  Galley.$order.withValue(tray) {
    cancelLater(Task { try await Task.sleep(for: .seconds(100_000)) })
  }
}

private func waitForContinuation(with tray: Tray) {
  Task {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let lost = Hidden(continuation)
      Undo.add { lost.take()?.resume() }
    }
    tray.touch()
  }
}

private func waitForVariable(with tray: Tray) {
  Task {
    await withUnsafeContinuation { Galley.call = $0 }
    tray.touch()
  }
  Undo.add {
    Galley.call?.resume()
    Galley.call = nil
  }
}

private func waitInActor(with tray: Tray) {
  Task {
    await Door.front.wait(with: tray)
  }
  Undo.add { Task { await Door.front.open() } }
}

private func callHelper(with tray: Tray) {
  cancelLater(Task { try await sleepLong(with: tray) })
}

private func waitForClock(with tray: Tray) {
  cancelLater(
    Task {
      try await AppClock.system.wait(.seconds(100_000))
      tray.touch()
    })
}

private func beginNever(with tray: Tray) {
  ClosedExecutor.shared.queue.suspend()
  Task { @ClosedActor in tray.touch() }
  Undo.add { ClosedExecutor.shared.queue.resume() }
}

private func cancelLater(_ task: Task<Void, any Error>) {
  let lost = Hidden(task)
  Undo.add { lost.take()?.cancel() }
}

private enum Galley {
  static var finished: Task<Tray, Never>?
  static var call: UnsafeContinuation<Void, Never>?
  @TaskLocal static var order: Tray?
}

@globalActor private actor ClosedActor {
  static let shared = ClosedActor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { ClosedExecutor.shared.asUnownedSerialExecutor() }
}

/// What is to run here does not begin while the queue is suspended.
private nonisolated final class ClosedExecutor: SerialExecutor {
  static let shared = ClosedExecutor()
  let queue = DispatchQueue(label: "closed")

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private actor Door {
  static let front = Door()
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func wait(with tray: Tray) async {
    await withCheckedContinuation { waiters.append($0) }
    tray.touch()
  }

  func open() {
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
