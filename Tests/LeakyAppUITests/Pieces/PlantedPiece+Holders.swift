extension PlantedPiece {
  /// A tray that something besides its session holds, and what is said of that.
  static func held(
    _ name: String, _ path: String, advice: String? = nil, besides other: String? = nil
  ) -> PlantedPiece {
    let lines = ["Tray: LeakySession.pieces[…] -> Tray", "held \(path)", advice]
    var piece = PlantedPiece(name, lines.compactMap { $0 }.joined(separator: "\n"))
    if let other { piece.reports.append(other) }
    return piece
  }

  static let holders = variables + containers + pointers + waiting + queues + handlers

  static let variables = [
    held("variable-class", "by static Sideboard.spare -> Tray"),
    held("variable-struct", "by static Rack.shared -> Tray"),
    held("variable-enum", "by static Storage.tray -> Tray"),
    held("variable-extension", "by static Int.tray -> Tray"),
    held("variable-private", "by the variable spareTray -> Tray"),
    held("variable-global", "by the variable trayOnTop -> Tray"),
    held("variable-lazy", "by the variable larder.shelf -> Tray"),
    held("variable-nested", "by static Hotel.shared.lobby -> Lobby -> desk -> Desk -> tray -> Tray"),
    held("variable-wrapper", "by static Sideboard._kept -> Tray"),
    held("variable-closure", "by static Concierge.shared.answer -> closure #1 of Piece.variables -> Tray"),
    held(
      "variable-closures",
      "by static Concierge.shared.answer -> closure #3 of Piece.variables -> closure #2 of Piece.variables -> closure #1 of Piece.variables -> Tray"
    ),
    held("variable-method", "by static Concierge.shared.answer -> closure #12 of Piece.variables -> Tray"),
    held("variable-delegate", "by static Concierge.shared.delegate -> Waiter -> tray -> Tray"),
    held("variable-existential", "by static Concierge.guest -> Tray"),
    held("variable-actor", "by static Porter.shared.tray -> Tray"),
    held("variable-mutex", "by the variable lockedTray -> Tray"),
    held("variable-payload", "by static Course.last -> Tray"),
    held("variable-error", "by static Complaint.last -> Tray"),
    held("variable-weak-box", "by static Sideboard.spare -> Tray"),
  ]
}
