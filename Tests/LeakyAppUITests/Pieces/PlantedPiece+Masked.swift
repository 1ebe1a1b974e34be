extension PlantedPiece {
  private static let session = """
    LeakySession: LeakySession
    held from outside by 1 strong reference
    holds ActivityTracker, AppData, AppEnvironment, AppRestart, AppServices, ChangeSignal, DefaultsState, \
    FlagStore, TaskScope, WriteGate
    """

  static let masked = [
    PlantedPiece(
      "masked-by-session", session,
      """
      Tray: LeakySession.pieces[…] -> Tray
      held from outside by 1 strong reference
      """, isAlone: true),
    PlantedPiece(
      "masked-cycle", session,
      """
      Shelf: LeakySession.pieces[…] -> Shelf
      held in a cycle: Shelf.trays["miso"] -> Tray -> holder -> Shelf
      holds Tray
      """, isAlone: true),
    PlantedPiece(
      "masked-by-holder",
      """
      Tray: LeakySession.pieces[…] -> Tray
      held from outside by 1 strong reference
      """,
      """
      Box<Array<Tray>>: LeakySession.pieces[…] -> Tray -> holder -> Box<Array<Tray>>
      held from outside by 1 strong reference
      holds Tray
      """),
    PlantedPiece(
      "masked-twins",
      """
      Box<Array<Tray>>: LeakySession.pieces[…] -> Box<Array<Tray>>
      held from outside by 1 strong reference
      """,
      """
      Tray: LeakySession.pieces[…] -> Box<Array<Tray>> -> content[0] -> Tray
      held from outside by 1 strong reference
      """,
      """
      Tray: LeakySession.pieces[…] -> Box<Array<Tray>> -> content[1] -> Tray
      held from outside by 1 strong reference
      """),
    PlantedPiece(
      "masked-by-cycle",
      """
      Box<Array<Tray>>: LeakySession.pieces[…] -> Box<Array<Tray>>
      held in a cycle: Box<Array<Tray>>.content[0] -> Tray -> holder -> Box<Array<Tray>>
      holds Tray
      """,
      """
      Tray: LeakySession.pieces[…] -> Box<Array<Tray>> -> content[1] -> Tray
      held from outside by 1 strong reference
      """),
    PlantedPiece(
      "heirloom",
      """
      Tray: LeakySession.pieces[…] -> Tray
      held by what is new: LeakySession.pieces["heirloom"] -> Tray
      """),
  ]
}
