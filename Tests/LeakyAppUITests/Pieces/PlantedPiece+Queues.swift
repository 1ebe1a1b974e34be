extension PlantedPiece {
  static let queues = [
    held(
      "queue-timer", "by closure in Piece+Queues.swift -> Tray",
      probably: "by Dispatch -> DispatchSource -> closure in Piece+Queues.swift -> Tray"),
    held(
      "queue-read", "by closure in Piece+Queues.swift -> Tray",
      probably: "by Dispatch -> DispatchSource -> closure in Piece+Queues.swift -> Tray"),
    held(
      "queue-signal", "by closure in Piece+Queues.swift -> Tray",
      probably: "by Dispatch -> DispatchSource -> closure in Piece+Queues.swift -> Tray"),
    held(
      "queue-after", "by closure in Piece+Queues.swift -> Carton -> tray -> Tray",
      probably: "by Dispatch -> DispatchSource -> closure in Piece+Queues.swift -> Carton -> tray -> Tray"),
    held(
      "queue-suspended", "by closure in Piece+Queues.swift -> Tray",
      probably: "by DispatchQueue -> closure in Piece+Queues.swift -> Tray"),
    held(
      "queue-blocked", "by closure in Piece+Queues.swift -> Tray",
      probably: "by the stack of a worker thread in closure in Piece+Queues.swift -> Tray"),
    held(
      "queue-group", "by closure in Piece+Queues.swift -> Tray",
      probably: "by DispatchGroup -> closure in Piece+Queues.swift -> Tray"),
    held(
      "queue-specific", "by _DispatchSpecificValue<Tray>.value -> Tray",
      probably: "by static Counter.queue -> DispatchQueue -> _DispatchSpecificValue<Tray> -> value -> Tray"),
    held(
      "queue-item", "by closure in Piece+Queues.swift -> Tray",
      probably: "by static Counter.item -> closure in Piece+Queues.swift -> Tray"),
    held(
      "thread-stack", "by Thread._main -> closure in Piece+Queues.swift -> Tray",
      probably: "by the values of a worker thread -> Thread -> _main -> closure in Piece+Queues.swift -> Tray"
    ),
    held(
      "thread-dictionary",
      "by Thread.threadDictionary -> NSMutableDictionary -> _storage[…] -> __SwiftValue -> value -> Tray",
      probably:
        "by the values of a worker thread -> Thread -> threadDictionary -> NSMutableDictionary -> _storage[…] -> __SwiftValue -> value -> Tray"
    ),
    held(
      "thread-other-dictionary",
      "by Thread.threadDictionary -> NSMutableDictionary -> _storage[…] -> __SwiftValue -> value -> Tray",
      probably:
        "by the values of a worker thread -> Thread -> threadDictionary -> NSMutableDictionary -> _storage[…] -> __SwiftValue -> value -> Tray"
    ),
  ]
}
