import Dispatch
import Foundation
import Synchronization

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
    Piece("static-closure") { session in
      let tray = Tray()
      session.pieces["static-closure"] = tray
      Herald.bell = { tray.touch() }
      Undo.add { Herald.bell = nil }
    },
    Piece("static-of-local-type") { session in
      let tray = Tray()
      session.pieces["static-of-local-type"] = tray
      keepInPlace(of: tray)
      Undo.add { keepInPlace(of: nil) }
    },
    // Threads make and release generic closures with the tray while its holders are looked for.
    Piece("static-and-churn") { session in
      let tray = Tray.toBeUndone()
      Board.shared.trays.append(tray)
      session.pieces["static-and-churn"] = tray
      let isOver = Flag()
      Thread.detachNewThread {
        while !isOver.isRaised {
          let works = (0..<20).map { work(with: tray, $0) }
          for work in works { work() }
        }
      }
      Undo.add { isOver.raise() }
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

/// Has the tray in a static variable of a type within a function.
private func keepInPlace(of tray: Tray?) {
  struct Place { static var trays: [Tray] = [] }
  Place.trays = tray.map { [$0] } ?? []
}

nonisolated private func work(with tray: Tray, _ number: some Numeric & Sendable) -> @Sendable () -> Void {
  {
    tray.touch()
    _ = number + 1
  }
}

nonisolated private final class Flag: Sendable {
  private let value = Atomic(false)
  var isRaised: Bool { value.load(ordering: .relaxed) }
  func raise() { value.store(true, ordering: .relaxed) }
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
  static var bell: (() -> Void)?
  var call: () -> Void = {}
}
