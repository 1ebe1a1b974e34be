import AppRuntime
import Foundation
import Observation
import Synchronization

extension Piece {
  /// What one way to know a tray without holding it is good for: the tray, which holds who knows it, goes; it is held
  /// elsewhere, and by nobody else; or it is rightly the process's own.
  private static func knowing(_ name: String, _ know: @escaping (Tray) -> AnyObject) -> [Piece] {
    [
      Piece("\(name)-clean") { session in
        let tray = Tray()
        tray.holder = know(tray)
        session.pieces["\(name)-clean"] = tray
      },
      Piece("\(name)-held") { session in
        let tray = Tray.toBeUndone()
        tray.holder = know(tray)
        Board.shared.trays.append(tray)
        session.pieces["\(name)-held"] = tray
      },
      Piece("\(name)-elsewhere") { session in
        let tray = Tray.toBeUndone()
        Board.shared.trays.append(tray)
        session.pieces["\(name)-elsewhere"] = know(tray)
      },
    ]
  }

  static let lookalikes =
    knowing("mutex-weak") { Guarded(["miso": WeakTray(tray: $0)]) }
    + knowing("indirect-empty") { _ in Case(Tree<Void>.leaf(())) }
    + knowing("mutex-unowned") { Marks($0) }
    + knowing("mutex-emptied") { tray in
      let shelf = Shelf()
      shelf.trays.withLock { $0["miso"] = tray }
      shelf.trays.withLock { $0["miso"] = nil }
      return shelf
    }
    + knowing("unique-weak") { Case(Unique(WeakTray(tray: $0))) }
    + knowing("unique-unowned") { Case(Claim(tray: $0)) }
    + knowing("unique-identifier") { Case(Label(id: ObjectIdentifier($0))) }
    + knowing("unique-taken") { tray in
      let optional = Case<Ticket?>(Ticket(tray: tray))
      _ = optional.content.take()
      return optional
    }
    + knowing("buffer-cleared") { tray in
      let buffer = CountedTrays.holding([tray, tray])
      buffer.removeAll()
      return buffer
    }
    + knowing("buffer-uncounted-cleared") { tray in
      let buffer = UncountedTrays.holding([tray, tray])
      buffer.removeAll()
      return buffer
    }
    + knowing("buffer-ring-moved") { tray in
      let buffer = RingOfTrays.holding([tray, Tray()], from: 1)
      buffer.removeFirst()
      return buffer
    }
    + knowing("inline-weak") { Case<InlineArray<3, WeakTray>>([WeakTray(), WeakTray(tray: $0), WeakTray()]) }
    + knowing("pack-weak") { Pair("text", WeakTray(tray: $0)) }
    + knowing("closure-getter-weak") { tray in
      let bell = Bell()
      let getter = [WeakTray(tray: tray)].getter(at: 0)
      bell.ring = { getter().tray?.touch() }
      return bell
    }
    + knowing("closure-c-function-weak") { tray in
      let bell = Bell()
      let double: @convention(c) (Int32) -> Int32 = { 2 * $0 }
      bell.ring = { [weak tray] in
        _ = double(1)
        tray?.touch()
      }
      return bell
    }
    + knowing("closure-identifier") { tray in
      let (bell, id) = (Bell(), ObjectIdentifier(tray))
      let double: @convention(c) (Int32) -> Int32 = { 2 * $0 }
      bell.ring = {
        _ = double(1)
        _ = id.hashValue
      }
      return bell
    }
    + knowing("closure-generic-identifier") { tray in
      let bell = Bell()
      bell.ring = [ObjectIdentifier(tray)].comparer(with: ObjectIdentifier(tray))
      return bell
    }
    + knowing("key-path-identifier") { Sign(\Drawer[ObjectIdentifier($0)]) }
    + knowing("key-path-plain") { _ in Sign(\Cupboard.drawer) }
    + knowing("stream-dropped") { tray in
      let stream = AsyncStream.makeStream(of: Tray.self, bufferingPolicy: .bufferingNewest(1))
      stream.continuation.yield(tray)
      stream.continuation.yield(Tray())
      return Case(stream.stream)
    }
    + knowing("attribute-removed") { tray in
      let note = Note()
      note.text[TrayAttribute.self] = tray
      note.text[TrayAttribute.self] = nil
      return note
    }
    + knowing("cell-weak") { Case(Zoo._Cell(tray: $0)) }
    + knowing("observed-fired") { tray in
      let news = News()
      withObservationTracking {
        _ = news.count
      } onChange: {
        tray.touch()
      }
      news.count += 1
      return news
    } + [
      Piece("stream-drained") { session in
        let (tray, mail) = (Tray(), Mail())
        tray.holder = mail
        mail.source.yield(tray)
        mail.source.finish()
        session.pieces["stream-drained"] = mail
        session.environment.tasks.start("read the mail") {
          for await letter in mail.letters { letter.touch() }
        }
      }
    ]
}

private nonisolated final class Case<Content: ~Copyable> {
  var content: Content
  init(_ content: consuming Content) { self.content = content }
}

private nonisolated final class Marks: Sendable {
  private struct Content: ~Copyable {
    let id: ObjectIdentifier
    unowned let tray: Tray
    unowned(unsafe) let sameTray: Tray
  }
  private let content: Mutex<Content>

  init(_ tray: Tray) {
    content = Mutex(Content(id: ObjectIdentifier(tray), tray: tray, sameTray: tray))
  }
}

private nonisolated struct Claim: ~Copyable {
  unowned let tray: Tray
}

private nonisolated struct Label: ~Copyable {
  let id: ObjectIdentifier
}

extension Sequence where Element: Equatable & Sendable {
  fileprivate func comparer(with element: Element) -> () -> Void {
    { _ = self.first { $0 == element } }
  }
}

private nonisolated final class Pair<each Part> {
  let parts: (repeat each Part)
  init(_ parts: repeat each Part) { self.parts = (repeat each parts) }
}

private nonisolated indirect enum Tree<Content> {
  case leaf(Content)
  case fork(Tree, Tree)
}

private nonisolated enum Zoo {
  struct _Cell {
    weak var tray: Tray?
  }
}
