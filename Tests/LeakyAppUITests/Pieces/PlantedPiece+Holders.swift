extension PlantedPiece {
  /// A tray that something besides its session holds, and what is said of that.
  static func held(
    _ name: String, _ path: String?, probably guess: String? = nil, advice: String? = nil,
    besides other: String? = nil, isAlone: Bool = false, isLost: Bool = false
  ) -> PlantedPiece {
    let lines = [
      "Tray: LeakySession.pieces[…] -> Tray", path.map { "held \($0)" }, guess.map { "probably held \($0)" },
      advice,
    ]
    var piece = PlantedPiece(name, lines.compactMap { $0 }.joined(separator: "\n"))
    (piece.isAlone, piece.isLost) = (isAlone, isLost)
    if let other { piece.reports.append(other) }
    return piece
  }

  /// A tray that is itself the value of a variable of the app, which is no mistake.
  static func kept(_ name: String, _ path: String) -> PlantedPiece {
    PlantedPiece(
      name, survivesInStatic: ["Tray: LeakySession.pieces[…] -> Tray\nheld \(path)"], isRenewed: true)
  }

  static let holders = variables + containers + pointers + waiting + queues + handlers

  static let variables = [
    kept("variable-class", "by static Sideboard.spare -> Tray"),
    kept("variable-struct", "by static Rack.shared -> Tray"),
    kept("variable-enum", "by static Storage.tray -> Tray"),
    kept("variable-extension", "by static Int.tray -> Tray"),
    kept("variable-private", "by the variable spareTray -> Tray"),
    kept("variable-global", "by the variable trayOnTop -> Tray"),
    held("variable-lazy", "by the variable larder.shelf -> Tray"),
    held("variable-nested", "by static Hotel.shared.lobby -> Lobby -> desk -> Hotel.Desk -> tray -> Tray"),
    kept("variable-wrapper", "by static Sideboard._kept -> Tray"),
    held("variable-closure", "by static Concierge.shared.answer -> closure in Piece+Holders.swift -> Tray"),
    held(
      "variable-closures",
      "by static Concierge.shared.refrain -> closure in Piece+Holders.swift -> closure in Piece+Holders.swift -> closure in Piece+Holders.swift -> Tray"
    ),
    held("variable-method", "by static Concierge.shared.echo -> closure in Piece+Holders.swift -> Tray"),
    held("variable-delegate", "by static Concierge.shared.delegate -> Waiter -> tray -> Tray"),
    kept("variable-existential", "by static Concierge.guest -> Tray"),
    held("variable-actor", "by static Porter.shared.tray -> Tray"),
    kept("variable-mutex", "by the variable lockedTray -> Tray"),
    held("variable-payload", "by static Course.last -> Tray"),
    held("variable-error", "by static Complaint.last.tray -> Tray"),
    kept("variable-weak-box", "by static Sideboard.spare -> Tray"),
  ]
}
