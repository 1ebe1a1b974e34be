import Dispatch
import Foundation

extension Piece {
  /// What usual Swift keeps in static variables, and what must not be kept there.
  static let statics = [
    Piece("static-singleton") { $0.pieces["static-singleton"] = Journal.shared },
    Piece("static-lazy-part") { session in
      session.pieces["static-lazy-part"] = Journal.shared
      _ = Journal.shared.pages.count
    },
    Piece("static-lazy-part-alone") { $0.pieces["static-lazy-part-alone"] = Almanac.shared.moon },
    Piece("static-value") { session in
      let tray = Tray()
      Board.lastTray = tray
      session.pieces["static-value"] = tray
      Undo.add { Board.lastTray = nil }
    },
    // Something else holds it as well.
    Piece("static-and-notification") { session in
      let tray = Tray()
      Herald.tray = tray
      session.pieces["static-and-notification"] = tray
      let token = NotificationCenter.default.addObserver(
        forName: Notification.Name("called"), object: nil, queue: nil
      ) { _ in tray.touch() }
      let observer = Hidden(token)
      Undo.add {
        Herald.tray = nil
        observer.take().map({ NotificationCenter.default.removeObserver($0) })
      }
    },
    Piece("static-and-item") { session in
      let tray = Tray()
      Herald.tray = tray
      session.pieces["static-and-item"] = tray
      Herald.item = DispatchWorkItem { tray.touch() }
      Undo.add {
        Herald.tray = nil
        Herald.item = nil
      }
    },
    Piece("definition-lazy-part") { session in
      guard let ledger = session.ledger else { return }
      session.pieces["definition-lazy-part"] = ledger
      _ = ledger.index.count
    },
    Piece("static-keeps-object") { session in
      let tray = Tray.toBeUndone()
      Archive.shared.tray = tray
      session.pieces["static-keeps-archive"] = Archive.shared
      session.pieces["static-keeps-object"] = tray
      Undo.add { Archive.shared.tray = nil }
    },
    Piece("static-keeps-object-first") { session in
      let tray = Tray.toBeUndone()
      Archive.shared.tray = tray
      session.pieces["static-keeps-object-first"] = Archive.shared
      session.pieces["static-keeps-object-later"] = Box(content: [Box(content: [tray])])
      Undo.add { Archive.shared.tray = nil }
    },
    Piece("static-keeps-session") { session in
      Herald.shared.call = { _ = session.done }
      session.pieces["static-keeps-session"] = Herald.shared
      Undo.add { Herald.shared.call = {} }
    },
  ]
}

/// A singleton that makes a part of itself at its first use.
private final class Journal {
  static let shared = Journal()
  lazy var pages = Pages()
}

private final class Pages { var count = 0 }

private final class Almanac {
  static let shared = Almanac()
  lazy var moon = Pages()
}

/// A singleton that is given an object of a session.
private final class Archive {
  static let shared = Archive()
  var tray: Tray?
}

private final class Herald {
  static let shared = Herald()
  static var item: DispatchWorkItem?
  static var tray: Tray?
  var call: () -> Void = {}
}
