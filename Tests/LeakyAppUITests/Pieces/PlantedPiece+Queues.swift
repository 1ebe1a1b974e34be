extension PlantedPiece {
  static let queues = [
    held("queue-timer", "by Dispatch -> DispatchSource -> closure #1 in startTimer(with:) -> Tray"),
    held("queue-read", "by Dispatch -> DispatchSource -> closure #1 in startReading(with:) -> Tray"),
    held("queue-signal", "by Dispatch -> DispatchSource -> closure #1 in startListening(with:) -> Tray"),
    held(
      "queue-after",
      "by Dispatch -> DispatchSource -> closure #1 in callMuchLater(with:) -> Carton -> tray -> Tray"),
    held("queue-suspended", "by DispatchQueue -> closure #1 in callOnSuspendedQueue(with:) -> Tray"),
    held(
      "queue-blocked", "by the stack of a worker thread in closure #1 in callOnBlockedQueue(with:) -> Tray"),
    held("queue-group", "by DispatchGroup -> closure #1 in notifyAfterGroup(with:) -> Tray"),
    held(
      "queue-specific",
      "by static Counter.queue -> DispatchQueue -> _DispatchSpecificValue<Tray> -> value -> Tray"),
    held("queue-item", "by static Counter.item -> closure #1 of Piece.queues -> Tray"),
    held(
      "thread-stack",
      "by the values of a worker thread -> Thread -> _main -> closure #1 in blockThread(with:) -> Tray"),
    held(
      "thread-dictionary",
      "by the values of a worker thread -> Thread -> threadDictionary -> NSMutableDictionary -> _storage[…] -> __SwiftValue -> value -> Tray"
    ),
    held(
      "thread-other-dictionary",
      "by the values of a worker thread -> Thread -> threadDictionary -> NSMutableDictionary -> _storage[…] -> __SwiftValue -> value -> Tray"
    ),
  ]
}
