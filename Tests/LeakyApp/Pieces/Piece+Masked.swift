import Synchronization

extension Piece {
  /// Mistakes beside mistakes: each of them is to be seen.
  static let masked = [
    Piece("masked-by-session") { session in
      let tray = Tray.toBeUndone()
      Board.shared.trays.append(tray)
      Board.shared.sessions.append(session)
      session.pieces["masked-by-session"] = tray
    },
    Piece("masked-cycle") { session in
      let tray = Tray.toBeUndone()
      let shelf = Shelf()
      shelf.trays.withLock { $0["miso"] = tray }
      tray.holder = shelf
      Board.shared.sessions.append(session)
      session.pieces["masked-cycle"] = shelf
    },
    Piece("masked-by-holder") { session in
      let (tray, box) = (Tray.toBeUndone(), Box(content: [Tray()]))
      tray.holder = box
      Board.shared.trays.append(tray)
      Board.shared.boxes.append(box)
      session.pieces["masked-by-holder"] = tray
    },
    Piece("masked-twins") { session in
      let trays = [Tray.toBeUndone(), Tray.toBeUndone()]
      let box = Box(content: trays)
      Board.shared.trays += trays
      Board.shared.boxes.append(box)
      session.pieces["masked-twins"] = box
    },
    Piece("masked-by-cycle") { session in
      let (tray, inner) = (Tray.toBeUndone(), Tray.toBeUndone())
      let box = Box(content: [tray, inner])
      tray.holder = box
      Board.shared.trays.append(inner)
      session.pieces["masked-by-cycle"] = box
    },
    Piece("heirloom") { session in
      let tray = Tray.toBeUndone()
      Board.shared.heirlooms["heirloom"] = tray
      session.pieces["heirloom"] = tray
    },
  ]
}
