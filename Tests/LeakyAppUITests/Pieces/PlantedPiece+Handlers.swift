extension PlantedPiece {
  static let handlers = kept.map {
    var piece = $0
    piece.isGivenBackLater = true
    return piece
  }

  private static let kept = [
    held(
      "handler-notification",
      "by the variable _defaultCenter -> NotificationCenter -> registrar[…][…].storage[…] -> closure #1 in NotificationCenter._addObserver(_:object:using:) -> closure in Piece+Handlers.swift -> Tray"
    ),
    held(
      "handler-timer",
      "by Foundation.Timer._fire -> closure in Piece+Handlers.swift -> Carton -> tray -> Tray",
      advice: timerAdvice),
    held(
      "handler-scheduled",
      "by Foundation.Timer._fire -> closure in Piece+Handlers.swift -> Carton -> tray -> Tray",
      advice: timerAdvice),
    held(
      "handler-operation",
      "by closure #2 in OperationQueue._addOperations(_:barrier:) -> BlockOperation -> _block -> closure in Piece+Handlers.swift -> Tray",
      probably: "by Dispatch -> closure in Piece+Handlers.swift -> Tray"),
    held(
      "handler-operations",
      "by closure #2 in OperationQueue._addOperations(_:barrier:) -> BlockOperation -> _block -> closure in Piece+Handlers.swift -> Tray",
      probably:
        "by static Counter.operations -> BlockOperation -> __schedule -> DispatchWorkItem -> closure #2 in OperationQueue._addOperations(_:barrier:) -> BlockOperation -> _block -> closure in Piece+Handlers.swift -> Tray"
    ),
    held(
      "handler-file",
      """
      by Pipe.fileHandleForReading -> FileHandle -> _readabilityHandler -> closure in Piece+Handlers.swift -> Tray
      held by closure #1 in FileHandle.monitor(forReading:resumed:handler:) -> closure #1 in FileHandle.readabilityHandler (setter) -> closure in Piece+Handlers.swift -> Tray
      """,
      probably:
        "by Dispatch -> DispatchSource -> closure #1 in FileHandle.monitor(forReading:resumed:handler:) -> closure #1 in FileHandle.readabilityHandler (setter) -> closure in Piece+Handlers.swift -> Tray"
    ),
    held(
      "handler-pipe",
      """
      by static Counter.pipe.fileHandleForReading -> FileHandle -> _readabilityHandler -> closure in Piece+Handlers.swift -> Tray
      held by closure #1 in FileHandle.monitor(forReading:resumed:handler:) -> closure #1 in FileHandle.readabilityHandler (setter) -> closure in Piece+Handlers.swift -> Tray
      """
    ),
    held(
      "handler-process",
      "by Process.terminationHandler -> closure in Piece+Handlers.swift -> Carton -> tray -> Tray",
      besides: """
        child process: /bin/sleep 100000
        give it back when the session ends, or allow it: \
        leaks.expectedToSurvive("child process /bin/sleep 100000", reason: …)
        """),
    held("handler-session", "by static Counter.session.delegate -> Reader -> tray -> Tray"),
  ]

  private static let timerAdvice =
    "Foundation never frees a Timer on Linux, nor its block, also after invalidate(): let the block capture weakly"
}
