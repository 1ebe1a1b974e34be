extension PlantedPiece {
  static let queues = [
    held("queue-timer", "by Dispatch -> DispatchSource -> closure in Piece+Queues.swift -> Tray"),
    held("queue-read", "by Dispatch -> DispatchSource -> closure in Piece+Queues.swift -> Tray"),
    held("queue-signal", "by Dispatch -> DispatchSource -> closure in Piece+Queues.swift -> Tray"),
    held(
      "queue-after",
      "by Dispatch -> DispatchSource -> closure in Piece+Queues.swift -> Carton -> tray -> Tray"),
    held("queue-suspended", "by DispatchQueue -> closure in Piece+Queues.swift -> Tray"),
    held(
      "queue-blocked", "by the stack of a worker thread in closure in Piece+Queues.swift -> Tray"),
    held("queue-group", "by DispatchGroup -> closure in Piece+Queues.swift -> Tray"),
    held(
      "queue-specific",
      "by static Counter.queue -> DispatchQueue -> _DispatchSpecificValue<Tray> -> value -> Tray"),
    held("queue-item", "by static Counter.item -> closure in Piece+Queues.swift -> Tray"),
    held(
      "thread-stack",
      "by the values of a worker thread -> Thread -> _main -> closure in Piece+Queues.swift -> Tray"),
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
