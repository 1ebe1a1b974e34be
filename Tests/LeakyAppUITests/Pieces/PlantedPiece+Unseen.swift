extension PlantedPiece {
  /// A way to hold a tray that nobody can look into: who holds it is found in memory.
  static func unseen(
    _ name: String, _ holder: String, held: String, notLookedInto: String...
  ) -> [PlantedPiece] {
    holding(
      name,
      cycle: """
        \(holder): LeakySession.pieces[…] -> \(holder)
        \(held)
        """,
      held: nil, notLookedInto: notLookedInto)
  }

  static let unseen =
    unseen(
      "unseen-pointer", "Pin",
      held: "held in a cycle: Pin.pointer -> Tray -> holder -> Pin",
      notLookedInto: "UnsafeMutablePointer<Tray> (LeakySession.pieces[…] -> Pin -> pointer)")
    + unseen(
      "unseen-memory", "RawPin",
      held: "held in a cycle: RawPin.memory -> Tray -> holder -> RawPin",
      notLookedInto: "UnsafeMutableRawPointer (LeakySession.pieces[…] -> RawPin -> memory)")
    + unseen(
      "unseen-elements", "PinBoard",
      held: "held in a cycle: PinBoard.trays -> Tray -> holder -> PinBoard",
      notLookedInto: "UnsafeMutableBufferPointer<Tray> (LeakySession.pieces[…] -> PinBoard -> trays)")
    + unseen(
      "unseen-inline", "InlinePins",
      held: "held in a cycle: InlinePins.pins -> Tray -> holder -> InlinePins",
      notLookedInto: "Unmanaged<Tray> (LeakySession.pieces[…] -> InlinePins -> pins[1])")
    + unseen(
      "unseen-opaque", "OpaquePin",
      held: "held in a cycle: OpaquePin.pointer -> Tray -> holder -> OpaquePin",
      notLookedInto: "OpaquePointer (LeakySession.pieces[…] -> OpaquePin -> pointer)")
    + unseen(
      "unseen-unmanaged", "UnmanagedPin",
      held: "held in a cycle: UnmanagedPin.tray -> Tray -> holder -> UnmanagedPin",
      notLookedInto: "Unmanaged<Tray> (LeakySession.pieces[…] -> UnmanagedPin -> tray)")
    + unseen(
      "unseen-atomic", "AtomicPin",
      held: "held in a cycle: AtomicPin.tray -> Tray -> holder -> AtomicPin",
      notLookedInto: "Unmanaged<Tray> (LeakySession.pieces[…] -> AtomicPin -> tray)")
    + unseen(
      "unseen-block", "Errand",
      held:
        "held in a cycle: Errand.item -> DispatchWorkItem -> closure in Piece+Unseen.swift -> Tray -> holder -> Errand",
      notLookedInto: """
        the blocks of a DispatchWorkItem (LeakySession.pieces[…] -> Errand -> item -> DispatchWorkItem)
        """)
    + unseen(
      "unseen-timer", "Timer",
      held:
        "held in a cycle: Timer.source -> DispatchSource -> closure in Piece+Unseen.swift -> Tray -> holder -> Timer",
      notLookedInto: """
        the blocks of a DispatchSource (LeakySession.pieces[…] -> Timer -> source -> DispatchSource)
        """)
    + unseen(
      "unseen-specific", "Pipeline",
      held:
        "held in a cycle: Pipeline.queue -> DispatchQueue -> _DispatchSpecificValue<Tray> -> value -> Tray -> holder -> Pipeline",
      notLookedInto: """
        the blocks of a DispatchQueue (LeakySession.pieces[…] -> Pipeline -> queue -> DispatchQueue)
        """)
    + unseen(
      "unseen-continuation", "Promise",
      held: "held by the task of closure in Piece+Unseen.swift -> Tray -> holder -> Promise",
      notLookedInto: "CheckedContinuation<(), Never> (LeakySession.pieces[…] -> Promise -> continuation)")
    + unseen(
      "unseen-task", "Visit",
      held:
        "held by the task of closure in Piece+Unseen.swift -> Tray -> holder -> Visit",
      notLookedInto: "a task that has not ended (LeakySession.pieces[…] -> Visit -> task -> Task)")
    + [
      PlantedPiece(
        "unseen-locked",
        notLookedInto: [
          "what a lock guards that another thread has (LeakySession.pieces[…] -> Shelf -> trays)"
        ])
    ]
}
