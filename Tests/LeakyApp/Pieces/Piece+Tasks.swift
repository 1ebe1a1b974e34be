import AppRuntime

extension Piece {
  /// Tasks that have come to their end, with what they have left.
  static let tasks =
    holding("task-result") { tray, session in
      let task = Task.detached { tray }
      session.environment.tasks.start("wait for the tray") { _ = await task.value }
      return Order(task)
    }
    + holding("task-error") { tray, session in
      let task = Task<Int, any Error>.detached { throw Refusal(tray: tray) }
      session.environment.tasks.start("wait for the refusal") { _ = await task.result }
      return Order(task)
    }
}

private nonisolated struct Refusal: Error {
  let code = 7
  let tray: Tray
}

private nonisolated final class Order<Work> {
  private let work: Work
  init(_ work: Work) { self.work = work }
}
