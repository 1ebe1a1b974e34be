extension PlantedPiece {
  static let waiting = [
    held("task-sleep", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-detached", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-stream", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-group", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-let", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-chain", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-local", nil, probably: "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-checked-continuation", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-unsafe-continuation", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-actor", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-helper", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-clock", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-new", "by the task of closure in Piece+Waiting.swift -> Tray"),
    held("task-finished", "by static Galley.finished -> Task -> Tray"),
  ]
}
