import Synchronization

extension Piece {
  /// A tray that something besides its session holds, until that is undone.
  static func held(_ name: String, _ hold: @escaping @MainActor (Tray) -> Void) -> Piece {
    Piece(name) { session in
      let tray = Tray()
      session.pieces[name] = tray
      hold(tray)
    }
  }

  static let holders: [Piece] =
    variables + containers + pointers + waiting + queues + handlers

  /// Variables that the process has for good.
  static let variables = [
    held("variable-class") { tray in
      Sideboard.spare = tray
      Undo.add { Sideboard.spare = nil }
    },
    held("variable-struct") { tray in
      Rack.shared.upper = tray
      Undo.add { Rack.shared.upper = nil }
    },
    held("variable-enum") { tray in
      Storage.tray = tray
      Undo.add { Storage.tray = nil }
    },
    held("variable-extension") { tray in
      Int.tray = tray
      Undo.add { Int.tray = nil }
    },
    held("variable-private") { tray in
      spareTray = tray
      Undo.add { spareTray = nil }
    },
    held("variable-global") { tray in
      trayOnTop = tray
      Undo.add { trayOnTop = nil }
    },
    held("variable-lazy") { tray in
      larder.shelf = tray
      Undo.add { larder.shelf = nil }
    },
    held("variable-nested") { tray in
      Hotel.shared.lobby.desk.tray = tray
      Undo.add { Hotel.shared.lobby.desk.tray = nil }
    },
    held("variable-wrapper") { tray in
      Sideboard.kept = tray
      Undo.add { Sideboard.kept = nil }
    },
    held("variable-closure") { tray in
      Concierge.shared.answer = { tray.touch() }
      Undo.add { Concierge.shared.answer = nil }
    },
    held("variable-closures") { tray in
      let touch = { tray.touch() }
      let twice = {
        touch()
        touch()
      }
      Concierge.shared.refrain = { twice() }
      Undo.add { Concierge.shared.refrain = nil }
    },
    held("variable-method") { tray in
      Concierge.shared.echo = tray.touch
      Undo.add { Concierge.shared.echo = nil }
    },
    held("variable-delegate") { tray in
      Concierge.shared.delegate = Waiter(tray: tray)
      Undo.add { Concierge.shared.delegate = nil }
    },
    held("variable-existential") { tray in
      Concierge.guest = Guest(name: "Mia", tray: tray)
      Undo.add { Concierge.guest = nil }
    },
    held("variable-actor") { tray in
      Porter.shared = Porter(carrying: tray)
      Undo.add { Porter.shared = nil }
    },
    held("variable-mutex") { tray in
      lockedTray.withLock { $0 = tray }
      Undo.add { lockedTray.withLock { $0 = nil } }
    },
    held("variable-payload") { tray in
      Course.last = .then(.then(.served(tray)))
      Undo.add { Course.last = .none }
    },
    held("variable-error") { tray in
      Complaint.last = Complaint(about: tray)
      Undo.add { Complaint.last = nil }
    },
    held("variable-weak-box") { tray in
      // Only the second one holds it.
      Sideboard.known = [WeakTray(tray: tray)]
      Sideboard.spare = tray
      Undo.add {
        Sideboard.known = []
        Sideboard.spare = nil
      }
    },
  ]
}

private final class Sideboard {
  static var spare: Tray?
  static var known: [WeakTray] = []
  @Kept static var kept: Tray?
}

@propertyWrapper
private struct Kept {
  var wrappedValue: Tray?
}

private struct Rack {
  static var shared = Rack()
  var upper: Tray?
}

private enum Storage {
  static var tray: Tray?
}

extension Int {
  fileprivate static var tray: Tray?
}

private var spareTray: Tray?
var trayOnTop: Tray?
private let larder = Larder()
private let lockedTray = Mutex<Tray?>(nil)

private final class Larder {
  var shelf: Tray?
}

private final class Hotel {
  static let shared = Hotel()
  let lobby = Lobby()

  final class Lobby {
    let desk = Desk()
  }

  final class Desk {
    var tray: Tray?
  }
}

private protocol Serving: AnyObject {}
private protocol Named {
  var name: String { get }
}

private final class Concierge {
  static let shared = Concierge()
  static var guest: (any Named)?
  var answer, refrain, echo: (() -> Void)?
  var delegate: (any Serving)?
}

private final class Waiter: Serving {
  let tray: Tray
  init(tray: Tray) { self.tray = tray }
}

private struct Guest: Named {
  let name: String
  let tray: Tray
}

private actor Porter {
  @MainActor static var shared: Porter?
  private let tray: Tray
  init(carrying tray: Tray) { self.tray = tray }
}

private indirect enum Course {
  case none
  case served(Tray)
  case then(Course)

  static var last = Course.none
}

private struct Complaint: Error {
  @MainActor static var last: (any Error)?
  let tray: Tray
  init(about tray: Tray) { self.tray = tray }
}
