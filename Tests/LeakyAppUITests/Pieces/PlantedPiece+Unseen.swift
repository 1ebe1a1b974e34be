extension PlantedPiece {
  /// A way to hold a tray that nobody can look into: who holds it is found in memory.
  static func unseen(
    _ name: String, _ holder: String, held: String? = nil, way: String? = nil, notLookedInto: String...
  ) -> [PlantedPiece] {
    holding(
      name,
      cycle: """
        \(holder): LeakySession.pieces[…] -> \(holder)
        \(held ?? "held by Tray.holder -> \(holder)")
        \(way.map { "probably held in a cycle: \(holder).\($0) -> holder -> \(holder)" } ?? "")
        """,
      held: nil, notLookedInto: notLookedInto)
  }

  static let unseen =
    unseen(
      "unseen-pointer", "Pin",
      way: "pointer -> Tray",
      notLookedInto: "UnsafeMutablePointer<Tray> (LeakySession.pieces[…] -> Pin -> pointer)")
    + unseen(
      "unseen-memory", "RawPin",
      way: "memory -> Tray",
      notLookedInto: "UnsafeMutableRawPointer (LeakySession.pieces[…] -> RawPin -> memory)")
    + unseen(
      "unseen-elements", "PinBoard",
      way: "trays -> Tray",
      notLookedInto: "UnsafeMutableBufferPointer<Tray> (LeakySession.pieces[…] -> PinBoard -> trays)")
    + unseen(
      "unseen-inline", "InlinePins",
      way: "pins -> Tray",
      notLookedInto: "Unmanaged<Tray> (LeakySession.pieces[…] -> InlinePins -> pins[1])")
    + unseen(
      "unseen-opaque", "OpaquePin",
      way: "pointer -> Tray",
      notLookedInto: "OpaquePointer (LeakySession.pieces[…] -> OpaquePin -> pointer)")
    + unseen(
      "unseen-unmanaged", "UnmanagedPin",
      way: "tray -> Tray",
      notLookedInto: "Unmanaged<Tray> (LeakySession.pieces[…] -> UnmanagedPin -> tray)")
    + unseen(
      "unseen-atomic", "AtomicPin",
      way: "tray -> Tray",
      notLookedInto: "Unmanaged<Tray> (LeakySession.pieces[…] -> AtomicPin -> tray)")
    + unseen(
      "unseen-block", "Errand",
      held: "held by closure in Piece+Unseen.swift -> Tray -> holder -> Errand",
      way: "item -> DispatchWorkItem -> closure in Piece+Unseen.swift -> Tray",
      notLookedInto: """
        the blocks of a DispatchWorkItem (LeakySession.pieces[…] -> Errand -> item -> DispatchWorkItem)
        """)
    + unseen(
      "unseen-timer", "LeakyApp.Timer",
      held: "held by closure in Piece+Unseen.swift -> Tray -> holder -> LeakyApp.Timer",
      way: "source -> DispatchSource -> closure in Piece+Unseen.swift -> Tray",
      notLookedInto: """
        the blocks of a DispatchSource (LeakySession.pieces[…] -> LeakyApp.Timer -> source -> DispatchSource)
        """)
    + unseen(
      "unseen-specific", "Pipeline",
      held: "held by _DispatchSpecificValue<Tray>.value -> Tray -> holder -> Pipeline",
      way: "queue -> DispatchQueue -> _DispatchSpecificValue<Tray> -> value -> Tray",
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
