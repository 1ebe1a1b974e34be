extension PlantedPiece {
  static let waiting = [
    held("task-sleep", "by the task of closure #1 in sleep(with:) -> Tray"),
    held("task-detached", "by the task of closure #1 in sleepDetached(with:) -> Tray"),
    held("task-stream", "by the task of closure #1 in readStream(with:) -> Tray"),
    held("task-group", "by the task of closure #1 in sleepInGroup(with:) -> Tray"),
    held("task-let", "by the task of closure #1 in sleepInLet(with:) -> Tray"),
    held("task-chain", "by the task of closure #2 in waitForAnother(with:) -> Tray"),
    held("task-local", "by the task of closure #1 in sleepWithValue(_:) -> Tray"),
    held("task-checked-continuation", "by the task of closure #1 in waitForContinuation(with:) -> Tray"),
    held("task-unsafe-continuation", "by the task of closure #1 in waitForVariable(with:) -> Tray"),
    held("task-actor", "by the task of Door.wait(with:) -> closure #1 in waitInActor(with:) -> Tray"),
    held("task-finished", "by static Galley.finished -> Task -> Tray"),
  ]
}
