extension PlantedPiece {
  static let buffers =
    holding(
      "buffer-counted",
      cycle: """
        CountedTrays: LeakySession.pieces[…] -> CountedTrays
        held in a cycle: CountedTrays[1] -> Tray -> holder -> CountedTrays
        holds 3 Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> CountedTrays -> [1] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "buffer-ring",
      cycle: """
        RingOfTrays: LeakySession.pieces[…] -> RingOfTrays
        held in a cycle: RingOfTrays[3] -> Tray -> holder -> RingOfTrays
        holds 2 Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> RingOfTrays -> [3] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "buffer-ring-end",
      cycle: """
        RingOfTrays: LeakySession.pieces[…] -> RingOfTrays
        held in a cycle: RingOfTrays[0] -> Tray -> holder -> RingOfTrays
        holds 2 Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> RingOfTrays -> [0] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "buffer-plain",
      cycle: """
        Stack: LeakySession.pieces[…] -> Stack
        held in a cycle: Stack.buffer -> ManagedBuffer<Int, Tray> -> [1] -> Tray -> holder -> Stack
        holds 2 Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Stack -> buffer -> ManagedBuffer<Int, Tray> -> [1] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    // The buffer itself can be blamed; of what is in it nobody can tell an element from what was left of one.
    + holding(
      "buffer-uncounted",
      cycle: """
        UncountedTrays: LeakySession.pieces[…] -> UncountedTrays
        held by Tray.holder -> UncountedTrays
        probably held in a cycle: UncountedTrays -> Tray -> holder -> UncountedTrays
        """,
      held: nil,
      notLookedInto: [uncounted("LeakySession.pieces[…] -> UncountedTrays")])

  static func uncounted(_ path: String) -> String {
    "the elements of a UncountedTrays, of which nobody says which ones there are (\(path))"
  }

  static let inlineArrays =
    holding(
      "inline-small",
      cycle: """
        Rack: LeakySession.pieces[…] -> Rack
        held in a cycle: Rack.trays[2] -> Tray -> holder -> Rack
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Rack -> trays[2] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "inline-large",
      cycle: """
        Tower: LeakySession.pieces[…] -> Tower
        held in a cycle: Tower.trays[1999] -> Tray -> holder -> Tower
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Tower -> trays[1999] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "inline-numbered",
      cycle: """
        Grid<6>: LeakySession.pieces[…] -> Grid<6>
        held in a cycle: Grid<6>.rows[5][1] -> Tray -> holder -> Grid<6>
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Grid<6> -> rows[5][1] -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "inline-unique",
      cycle: """
        LeakyApp.Row: LeakySession.pieces[…] -> LeakyApp.Row
        held in a cycle: LeakyApp.Row.slots[1].reserved.tray -> Tray -> holder -> LeakyApp.Row
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> LeakyApp.Row -> slots[1].reserved.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)

  static let packs =
    holding(
      "pack-class",
      cycle: """
        Parcel<Pack{Tray, Int, String}>: LeakySession.pieces[…] -> Parcel<Pack{Tray, Int, String}>
        held in a cycle: Parcel<Pack{Tray, Int, String}>.parts.0 -> Tray -> holder -> \
        Parcel<Pack{Tray, Int, String}>
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Parcel<Pack{Tray, Int, String}> -> parts.0 -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "pack-single",
      cycle: """
        Parcel<Pack{Tray}>: LeakySession.pieces[…] -> Parcel<Pack{Tray}>
        held in a cycle: Parcel<Pack{Tray}>.parts -> Tray -> holder -> Parcel<Pack{Tray}>
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Parcel<Pack{Tray}> -> parts -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "pack-struct",
      cycle: """
        Trolley<LeakyApp.Bundle<Pack{Int, Tray}>>: LeakySession.pieces[…] -> Trolley<LeakyApp.Bundle<Pack{Int, Tray}>>
        held in a cycle: Trolley<LeakyApp.Bundle<Pack{Int, Tray}>>.load.parts.1 -> Tray -> holder -> \
        Trolley<LeakyApp.Bundle<Pack{Int, Tray}>>
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Trolley<LeakyApp.Bundle<Pack{Int, Tray}>> -> load.parts.1 -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + bell("pack-function") + bell("pack-capture", captures: "1 -> ")
    + bell("pack-type", captures: "parts.1 -> ")
}
