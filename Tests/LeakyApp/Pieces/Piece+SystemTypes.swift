import Foundation
import Observation

extension Piece {
  static let systemTypes =
    holding("key-path") { Sign(\Drawer[$0]) }
    + holding("key-path-deep") { Sign(\Cupboard.drawer[$0].bitWidth) }
    + holding("stream") { tray in
      let mail = Mail()
      mail.source.yield(Tray())
      mail.source.yield(tray)
      return mail
    }
    + holding("stream-moved") { tray in
      let (letters, source) = AsyncStream.makeStream(of: Tray.self, bufferingPolicy: .bufferingNewest(2))
      for letter in [Tray(), Tray(), tray] { source.yield(letter) }
      return Keeper(letters)
    }
    + holding("throwing-stream") { tray in
      let mail = RegisteredMail()
      mail.source.yield(tray)
      return mail
    }
    + holding("stream-termination") { tray in
      let mail = Mail()
      mail.source.onTermination = { _ in tray.touch() }
      return mail
    }
    + holding("attribute") { tray in
      let note = Note()
      note.text[TrayAttribute.self] = tray
      return note
    }
    + holding("cell") { Cage(cell: _Cell(tray: $0)) }
    + holding("observed") { tray in
      let news = News()
      withObservationTracking {
        _ = news.count
      } onChange: {
        tray.touch()
      }
      return news
    }
}

nonisolated final class Sign {
  private let path: AnyKeyPath
  init(_ path: AnyKeyPath) { self.path = path }
}

nonisolated final class Drawer: Sendable {
  subscript(tray: Tray) -> Int { 1 }
  subscript(id: ObjectIdentifier) -> Int { 2 }
}

nonisolated final class Cupboard: Sendable {
  let drawer = Drawer()
}

nonisolated final class Mail {
  let (letters, source) = AsyncStream.makeStream(of: Tray.self)
}

nonisolated final class RegisteredMail {
  let (letters, source) = AsyncThrowingStream.makeStream(of: Tray.self)
}

nonisolated final class Note {
  var text = AttributedString("a note")
}

nonisolated enum TrayAttribute: AttributedStringKey {
  typealias Value = Tray
  static let name = "tray"
}

/// Has the name of a type that the system keeps state in.
nonisolated struct _Cell {
  let tray: Tray
}

nonisolated final class Cage {
  private let cell: _Cell
  init(cell: _Cell) { self.cell = cell }
}

@Observable
nonisolated final class News {
  var count = 0
}
