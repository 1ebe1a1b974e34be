import Synchronization

extension Piece {
  static let mutexes =
    holding("mutex-dictionary") { tray in
      let shelf = Shelf()
      shelf.trays.withLock { $0 = ["ramen": Tray(), "miso": tray] }
      return shelf
    }
    + holding("mutex-struct") { tray in
      let till = Till()
      till.state.withLock { $0.tray = tray }
      return till
    }
    + holding("mutex-words") { tray in
      let cellar = Cellar()
      cellar.shelves.withLock { $0 = [LeakyMutex(tray: tray)] }
      return cellar
    } + holding("mutex-generic") { Guarded(["tray": [$0]]) }
    + holding("mutex-noncopyable") { Desk(Ticket(tray: $0)) }
    + holding("mutex-nested") { tray in
      let bureau = Bureau()
      bureau.drawer.shelves.withLock { shelves in
        shelves = [Shelf()]
        shelves[0].trays.withLock { $0["udon"] = tray }
      }
      return bureau
    }
    + holding("mutex-captured") { tray in
      let bell = Bell()
      let state = Mutex<Tray?>(tray)
      bell.ring = { state.withLock { $0 = nil } }
      return bell
    }
    + holding("atomic-lazy") { tray in
      let kitchen = Kitchen()
      _ = kitchen.cook.storeIfNil(tray)
      return kitchen
    }
}

nonisolated final class Shelf: Sendable {
  let trays = Mutex<[String: Tray]>([:])
}

nonisolated final class Till: Sendable {
  struct State {
    var sold = 0
    var label = "a label that is too long to be kept inline"
    var tray: Tray?
  }
  let state = Mutex(State())
}

/// Its name is made of words that the name of what locks it has, too.
nonisolated struct LeakyMutex {
  let tray: Tray
}

nonisolated final class Cellar: Sendable {
  let shelves = Mutex<[LeakyMutex]>([])
}

nonisolated final class Guarded<Value: Sendable>: Sendable {
  private let value: Mutex<Value>
  init(_ value: Value) { self.value = Mutex(value) }
}

nonisolated final class Desk: Sendable {
  private let ticket: Mutex<Ticket>
  init(_ ticket: consuming sending Ticket) { self.ticket = Mutex(ticket) }
}

nonisolated final class Bureau: Sendable {
  struct Drawer: ~Copyable {
    let isOpen = Atomic(false)
    let shelves = Mutex<[Shelf]>([])
  }
  let drawer = Drawer()
}

nonisolated final class Kitchen: Sendable {
  let cook = AtomicLazyReference<Tray>()
}
