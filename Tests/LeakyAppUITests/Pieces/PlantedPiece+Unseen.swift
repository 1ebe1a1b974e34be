extension PlantedPiece {
  /// A way to hold a tray that nobody can look into: only that it is there can be said.
  static func unseen(_ name: String, _ holder: String, notLookedInto: String...) -> [PlantedPiece] {
    holding(
      name,
      cycle: """
        \(holder): LeakySession.pieces[…] -> \(holder)
        held from outside by 1 strong reference
        """,
      held: nil, notLookedInto: notLookedInto)
  }

  static let unseen =
    unseen(
      "unseen-pointer", "Pin",
      notLookedInto: "UnsafeMutablePointer<Tray> (LeakySession.pieces[…] -> Pin -> pointer)")
    + unseen(
      "unseen-memory", "RawPin",
      notLookedInto: "UnsafeMutableRawPointer (LeakySession.pieces[…] -> RawPin -> memory)")
    + unseen(
      "unseen-elements", "PinBoard",
      notLookedInto: "UnsafeMutableBufferPointer<Tray> (LeakySession.pieces[…] -> PinBoard -> trays)")
    + unseen(
      "unseen-inline", "InlinePins",
      notLookedInto: "Unmanaged<Tray> (LeakySession.pieces[…] -> InlinePins -> pins[1])")
    + unseen(
      "unseen-opaque", "OpaquePin",
      notLookedInto: "OpaquePointer (LeakySession.pieces[…] -> OpaquePin -> pointer)")
    + unseen(
      "unseen-unmanaged", "UnmanagedPin",
      notLookedInto: "Unmanaged<Tray> (LeakySession.pieces[…] -> UnmanagedPin -> tray)")
    + unseen(
      "unseen-atomic", "AtomicPin",
      notLookedInto: "Unmanaged<Tray> (LeakySession.pieces[…] -> AtomicPin -> tray)")
    + unseen(
      "unseen-block", "Errand",
      notLookedInto: """
        the blocks of a DispatchWorkItem (LeakySession.pieces[…] -> Errand -> item -> DispatchWorkItem)
        """)
    + unseen(
      "unseen-timer", "Timer",
      notLookedInto: """
        the blocks of a DispatchSource (LeakySession.pieces[…] -> Timer -> source -> DispatchSource)
        """)
    + unseen(
      "unseen-specific", "Pipeline",
      notLookedInto: """
        the blocks of a DispatchQueue (LeakySession.pieces[…] -> Pipeline -> queue -> DispatchQueue)
        """)
    + unseen(
      "unseen-continuation", "Promise",
      notLookedInto: "CheckedContinuation<(), Never> (LeakySession.pieces[…] -> Promise -> continuation)")
    + unseen(
      "unseen-task", "Visit",
      notLookedInto: "a task that has not ended (LeakySession.pieces[…] -> Visit -> task -> Task)")
    + [
      PlantedPiece(
        "unseen-locked",
        notLookedInto: [
          "what a lock guards that another thread has (LeakySession.pieces[…] -> Shelf -> trays)"
        ])
    ]
}
