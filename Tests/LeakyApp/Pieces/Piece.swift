/// Something that a session makes when it is tapped: a mistake, or what looks like one.
struct Piece {
  let name: String
  let make: (LeakySession) -> Void

  /// Makes an object that the session holds until it ends.
  init(_ name: String, _ make: @escaping (LeakySession) -> Void) {
    self.name = name
    self.make = make
  }

  /// What one way to hold a tray is good for: the tray holds its holder, the tray is held elsewhere, too, or neither.
  static func holding(_ name: String, _ hold: @escaping (Tray) -> AnyObject) -> [Piece] {
    holding(name) { tray, _ in hold(tray) }
  }

  static func holding(_ name: String, _ hold: @escaping (Tray, LeakySession) -> AnyObject) -> [Piece] {
    [
      Piece("\(name)-cycle") { session in
        let tray = Tray.toBeUndone()
        let holder = hold(tray, session)
        tray.holder = holder
        session.pieces["\(name)-cycle"] = holder
      },
      Piece("\(name)-held") { session in
        let tray = Tray.toBeUndone()
        Board.shared.trays.append(tray)
        session.pieces["\(name)-held"] = hold(tray, session)
      },
      Piece("\(name)-clean") { session in session.pieces["\(name)-clean"] = hold(Tray(), session) },
    ]
  }

  static let inStateHolders =
    mutexes + noncopyables + buffers + inlineArrays + packs + closures + systemTypes + tasks
    + foundation
  static let all: [Piece] = inStateHolders + masked + lookalikes + unseen + statics + holders

  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// What is held in all these ways.
nonisolated final class Tray: @unchecked Sendable, Hashable {
  var holder: AnyObject?

  @MainActor static func toBeUndone() -> Tray {
    let tray = Tray()
    Undo.free(tray)
    Undo.add { [weak tray] in tray?.holder = nil }
    Undo.add { Board.shared = Board() }
    return tray
  }

  func touch() {}

  static func == (one: Tray, other: Tray) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What only one place can have at a time.
nonisolated struct Ticket: ~Copyable {
  let number = 1
  let tray: Tray
}

nonisolated struct WeakTray {
  weak var tray: Tray?
}

/// Holds whatever its closures capture.
nonisolated final class Bell: @unchecked Sendable {
  var ring: () -> Void = {}
  var fetch: () -> Tray? = { nil }
}
