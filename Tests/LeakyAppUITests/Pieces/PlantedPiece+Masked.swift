extension PlantedPiece {
  private static let session = """
    LeakySession: LeakySession
    held by static Board.shared.sessions[…] -> LeakySession
    """

  static let masked = [
    PlantedPiece(
      "masked-by-session", session,
      """
      Tray: LeakySession.pieces[…] -> Tray
      held by static Board.shared.trays[…] -> Tray
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
      held by static Board.shared.trays[…] -> Tray
      """,
      """
      Box<Array<Tray>>: LeakySession.pieces[…] -> Tray -> holder -> Box<Array<Tray>>
      held by static Board.shared.boxes[…] -> Box<Array<Tray>>
      holds Tray
      """),
    PlantedPiece(
      "masked-twins",
      """
      Box<Array<Tray>>: LeakySession.pieces[…] -> Box<Array<Tray>>
      held by static Board.shared.boxes[…] -> Box<Array<Tray>>
      """,
      """
      Tray: LeakySession.pieces[…] -> Box<Array<Tray>> -> content[0] -> Tray
      held by static Board.shared.trays[…] -> Tray
      """,
      """
      Tray: LeakySession.pieces[…] -> Box<Array<Tray>> -> content[1] -> Tray
      held by static Board.shared.trays[…] -> Tray
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
      held by static Board.shared.trays[…] -> Tray
      """),
    PlantedPiece(
      "heirloom",
      """
      Tray: LeakySession.pieces[…] -> Tray
      held by what is new: LeakySession.pieces["heirloom"] -> Tray
      """),
  ]
}
