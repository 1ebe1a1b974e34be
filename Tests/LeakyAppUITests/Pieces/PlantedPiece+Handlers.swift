extension PlantedPiece {
  static let handlers = [
    held(
      "handler-notification",
      "by the variable _defaultCenter -> NotificationCenter -> registrar[…][…].storage[…] -> closure #1 in NotificationCenter._addObserver(_:object:using:) -> closure #1 in observe(with:) -> Tray"
    ),
    held(
      "handler-timer", "by Timer._fire -> closure #1 in startTimer(with:) -> Carton -> tray -> Tray",
      advice: timerAdvice),
    held(
      "handler-scheduled", "by Timer._fire -> closure #1 in scheduleTimer(with:) -> Carton -> tray -> Tray",
      advice: timerAdvice),
    held(
      "handler-operation",
      "by the values of a worker thread -> OperationQueue -> BlockOperation -> _block -> closure #1 in blockOperation(with:) -> Tray"
    ),
    held(
      "handler-operations",
      "by static Counter.operations -> BlockOperation -> _block -> closure #1 in suspendOperations(with:) -> Tray"
    ),
    held(
      "handler-file",
      "by Dispatch -> DispatchSource -> closure #1 in FileHandle.monitor(forReading:resumed:handler:) -> closure #1 in FileHandle.readabilityHandler (setter) -> closure #1 in readFile(with:) -> Tray"
    ),
    held(
      "handler-pipe",
      "by static Counter.pipe.fileHandleForReading -> FileHandle -> _readabilityHandler -> closure #1 of Piece.handlers -> Tray"
    ),
    held(
      "handler-process",
      "by Process.terminationHandler -> closure #1 in startProcess(with:) -> Carton -> tray -> Tray",
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
