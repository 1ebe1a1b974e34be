extension PlantedPiece {
  static let mutexes =
    holding(
      "mutex-dictionary",
      cycle: """
        Shelf: LeakySession.pieces[…] -> Shelf
        held in a cycle: Shelf.trays["miso"] -> Tray -> holder -> Shelf
        holds 2 Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Shelf -> trays[…] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "mutex-struct",
      cycle: """
        Till: LeakySession.pieces[…] -> Till
        held in a cycle: Till.state.tray -> Tray -> holder -> Till
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Till -> state.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "mutex-words",
      cycle: """
        Cellar: LeakySession.pieces[…] -> Cellar
        held in a cycle: Cellar.shelves[0].tray -> Tray -> holder -> Cellar
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Cellar -> shelves[0].tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "mutex-generic",
      cycle: """
        Guarded<Dictionary<String, Array<Tray>>>: \
        LeakySession.pieces[…] -> Guarded<Dictionary<String, Array<Tray>>>
        held in a cycle: Guarded<Dictionary<String, Array<Tray>>>.value["tray"][0] -> Tray -> holder -> \
        Guarded<Dictionary<String, Array<Tray>>>
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Guarded<Dictionary<String, Array<Tray>>> -> value[…][0] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "mutex-noncopyable",
      cycle: """
        Desk: LeakySession.pieces[…] -> Desk
        held in a cycle: Desk.ticket.tray -> Tray -> holder -> Desk
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Desk -> ticket.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "mutex-nested",
      cycle: """
        Bureau: LeakySession.pieces[…] -> Bureau
        held in a cycle: Bureau.drawer.shelves[0] -> Shelf -> trays["udon"] -> Tray -> holder -> Bureau
        holds Shelf, Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Bureau -> drawer.shelves[0] -> Shelf -> trays[…] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "mutex-captured",
      cycle: """
        Bell: LeakySession.pieces[…] -> Bell
        held in a cycle: Bell.ring (closure) captures Tray -> holder -> Bell
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Bell -> ring (closure) captures Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "atomic-lazy",
      cycle: """
        Kitchen: LeakySession.pieces[…] -> Kitchen
        held in a cycle: Kitchen.cook -> Tray -> holder -> Kitchen
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Kitchen -> cook -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
}
