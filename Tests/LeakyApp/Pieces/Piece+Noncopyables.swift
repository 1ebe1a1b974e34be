import Synchronization

extension Piece {
  static let noncopyables =
    holding("unique-struct") { Wallet(Ticket(tray: $0)) }
    + holding("unique-enum") { Seat(.taken(by: $0, until: 7)) }
    + holding("unique-payload") { Seat(.reserved(Ticket(tray: $0))) }
    + holding("unique-generic") { Envelope(Unique(Unique(Ticket(tray: $0)))) }
    + holding("unique-optional") { tray in
      let pocket = Pocket()
      pocket.ticket = Ticket(tray: tray)
      return pocket
    }
    + holding("unique-maybe") { tray in
      let pocket = Pocket()
      pocket.spare = Unique(Ticket(tray: tray))
      return pocket
    }
    + holding("unique-maybe-payload") { Seat(.kept(Ticket(tray: $0))) }
    + holding("unique-content") { Crate(Unique(Ticket(tray: $0))) }
    + holding("unique-choice") { Crate(Choice<Slot, Ticket>.first(.taken(by: $0, until: 8))) }
    + holding("unique-pair") { tray in
      let cook = AtomicLazyReference<Tray>()
      _ = cook.storeIfNil(Tray())
      return Crate(Crew.pair(cook, tray))
    }
    + holding("unique-wrapped") { Cabinet(Ticket(tray: $0)) }
    + holding("unique-captured") { tray in
      let bell = Bell()
      let ticket = Ticket(tray: tray)
      bell.ring = { ticket.tray.touch() }
      return bell
    }
}

nonisolated enum Slot: ~Copyable {
  case free
  case taken(by: Tray, until: Int)
  case reserved(Ticket)
  case kept(Ticket?)
}

nonisolated struct Unique<Value: ~Copyable>: ~Copyable {
  let number = 2
  let value: Value
  init(_ value: consuming Value) { self.value = value }
}

nonisolated enum Crew: ~Copyable {
  case none(Bool)
  case wrong(any Error)
  case pair(AtomicLazyReference<Tray>, Tray)
}

nonisolated enum Choice<First: ~Copyable, Second: ~Copyable>: ~Copyable {
  case none
  case first(First)
  case second(Second)
}

private nonisolated final class Wallet {
  private let ticket: Ticket
  init(_ ticket: consuming Ticket) { self.ticket = ticket }
}

private nonisolated final class Seat {
  private let slot: Slot
  init(_ slot: consuming Slot) { self.slot = slot }
}

private nonisolated final class Envelope {
  private let content: Unique<Unique<Ticket>>
  init(_ content: consuming Unique<Unique<Ticket>>) { self.content = content }
}

private nonisolated final class Pocket {
  var ticket: Ticket?
  var spare: Unique<Ticket>?
}

private nonisolated final class Cabinet<Content: ~Copyable> {
  private let inside: Unique<Content>
  init(_ content: consuming Content) { inside = Unique(content) }
}

private nonisolated final class Crate<Content: ~Copyable> {
  private let content: Content
  init(_ content: consuming Content) { self.content = content }
}
