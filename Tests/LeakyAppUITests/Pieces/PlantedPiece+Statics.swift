extension PlantedPiece {
  private static let journal = """
    Journal: LeakySession.pieces[…] -> Journal
    held by static Journal.shared -> Journal
    """

  static let statics = [
    PlantedPiece("static-singleton", survivesInStatic: [journal]),
    PlantedPiece("static-lazy-part", survivesInStatic: [journal]),
    PlantedPiece(
      "static-lazy-part-alone",
      survivesInStatic: [
        """
        Pages: LeakySession.pieces[…] -> Pages
        held by static Almanac.shared.moon -> Pages
        """
      ]),
    PlantedPiece(
      "static-value",
      survivesInStatic: [
        """
        Tray: LeakySession.pieces[…] -> Tray
        held by static Board.lastTray -> Tray
        """
      ], isRenewed: true),
    PlantedPiece(
      "static-closure",
      """
      Tray: LeakySession.pieces[…] -> Tray
      held by static Herald.bell -> closure in Piece+Statics.swift -> Tray
      """),
    PlantedPiece(
      "static-of-local-type",
      """
      Tray: LeakySession.pieces[…] -> Tray
      held by static Place.trays[…] -> Tray
      """),
    PlantedPiece(
      "static-and-notification",
      """
      Tray: LeakySession.pieces[…] -> Tray
      held by static Herald.tray -> Tray
      held by the variable _defaultCenter -> NotificationCenter -> registrar[…][…].storage[…] -> closure #1 in NotificationCenter._addObserver(_:object:using:) -> closure in Piece+Statics.swift -> Tray
      """),
    PlantedPiece(
      "static-and-item",
      """
      Tray: LeakySession.pieces[…] -> Tray
      held by static Herald.tray -> Tray
      held by closure in Piece+Statics.swift -> Tray
      probably held by static Herald.item -> closure in Piece+Statics.swift -> Tray
      """),
    PlantedPiece(
      "definition-lazy-part",
      survivesInStatic: [
        """
        Index: LeakySession.pieces[…] -> Ledger -> index -> Index
        held by the app's definition.feature.ledger -> Ledger.index -> Index
        """
      ]),
    PlantedPiece(
      "static-keeps-object",
      """
      Tray: LeakySession.pieces[…] -> Tray
      held by static Archive.shared.tray -> Tray
      """,
      survivesInStatic: [
        """
        Archive: LeakySession.pieces[…] -> Archive
        held by static Archive.shared -> Archive
        """
      ]),
    // The walk meets it through the archive first; but it is the session's, too.
    PlantedPiece(
      "static-keeps-object-first",
      """
      Tray: LeakySession.pieces[…] -> Archive -> tray -> Tray
      held by static Archive.shared.tray -> Tray
      """,
      survivesInStatic: [
        """
        Archive: LeakySession.pieces[…] -> Archive
        held by static Archive.shared -> Archive
        """
      ]),
    PlantedPiece(
      "static-keeps-session",
      """
      LeakySession: LeakySession
      held in a cycle: LeakySession.pieces["static-keeps-session"] -> Herald -> call (closure) captures LeakySession
      held by static Herald.shared.call -> closure in Piece+Statics.swift -> LeakySession
      """,
      survivesInStatic: [
        """
        Herald: LeakySession.pieces[…] -> Herald
        held by static Herald.shared -> Herald
        """
      ], isAlone: true),
  ]
}
