extension PlantedPiece {
  static let noncopyables =
    holding(
      "unique-struct",
      cycle: """
        Wallet: LeakySession.pieces[…] -> Wallet
        held in a cycle: Wallet.ticket.tray -> Tray -> holder -> Wallet
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Wallet -> ticket.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "unique-enum",
      cycle: """
        Seat: LeakySession.pieces[…] -> Seat
        held in a cycle: Seat.slot.taken.0 -> Tray -> holder -> Seat
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Seat -> slot.taken.0 -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "unique-payload",
      cycle: """
        Seat: LeakySession.pieces[…] -> Seat
        held in a cycle: Seat.slot.reserved.tray -> Tray -> holder -> Seat
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Seat -> slot.reserved.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "unique-generic",
      cycle: """
        Envelope: LeakySession.pieces[…] -> Envelope
        held in a cycle: Envelope.content.value.value.tray -> Tray -> holder -> Envelope
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Envelope -> content.value.value.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "unique-optional",
      cycle: """
        Pocket: LeakySession.pieces[…] -> Pocket
        held in a cycle: Pocket.ticket.tray -> Tray -> holder -> Pocket
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Pocket -> ticket.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "unique-maybe",
      cycle: """
        Pocket: LeakySession.pieces[…] -> Pocket
        held in a cycle: Pocket.spare.value.tray -> Tray -> holder -> Pocket
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Pocket -> spare.value.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "unique-maybe-payload",
      cycle: """
        Seat: LeakySession.pieces[…] -> Seat
        held in a cycle: Seat.slot.kept.tray -> Tray -> holder -> Seat
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Seat -> slot.kept.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "unique-content",
      cycle: """
        Crate<Unique<Ticket>>: LeakySession.pieces[…] -> Crate<Unique<Ticket>>
        held in a cycle: Crate<Unique<Ticket>>.content.value.tray -> Tray -> holder -> Crate<Unique<Ticket>>
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Crate<Unique<Ticket>> -> content.value.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "unique-choice",
      cycle: """
        Crate<Choice<Slot, Ticket>>: LeakySession.pieces[…] -> Crate<Choice<Slot, Ticket>>
        held in a cycle: Crate<Choice<Slot, Ticket>>.content.first.taken.0 -> Tray -> holder -> \
        Crate<Choice<Slot, Ticket>>
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Crate<Choice<Slot, Ticket>> -> content.first.taken.0 -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "unique-pair",
      cycle: """
        Crate<Crew>: LeakySession.pieces[…] -> Crate<Crew>
        held in a cycle: Crate<Crew>.content.pair.1 -> Tray -> holder -> Crate<Crew>
        holds 2 Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Crate<Crew> -> content.pair.1 -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "unique-wrapped",
      cycle: """
        Cabinet<Ticket>: LeakySession.pieces[…] -> Cabinet<Ticket>
        held in a cycle: Cabinet<Ticket>.inside.value.tray -> Tray -> holder -> Cabinet<Ticket>
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Cabinet<Ticket> -> inside.value.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "unique-captured",
      cycle: """
        Bell: LeakySession.pieces[…] -> Bell
        held in a cycle: Bell.ring (closure) captures tray -> Tray -> holder -> Bell
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Bell -> ring (closure) captures tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
}
