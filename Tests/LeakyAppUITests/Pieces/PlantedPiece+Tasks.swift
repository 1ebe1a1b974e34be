extension PlantedPiece {
  static let tasks =
    holding(
      "task-result",
      cycle: """
        Order<Task<Tray, Never>>: LeakySession.pieces[…] -> Order<Task<Tray, Never>>
        held in a cycle: Order<Task<Tray, Never>>.work -> Task -> result -> Tray -> holder -> \
        Order<Task<Tray, Never>>
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Order<Task<Tray, Never>> -> work -> Task -> result -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + holding(
      "task-error",
      cycle: """
        Order<Task<Int, Error>>: LeakySession.pieces[…] -> Order<Task<Int, Error>>
        held in a cycle: Order<Task<Int, Error>>.work -> Task -> result.tray -> Tray -> holder -> \
        Order<Task<Int, Error>>
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Order<Task<Int, Error>> -> work -> Task -> result.tray -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
}
