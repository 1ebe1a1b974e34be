/// What the app's definition has for good, and no generation holds.
final class Ledger {
  final class Entry {}
  var entries: [Entry] = []
  lazy var index = Index()

  final class Index { var count = 0 }
}

/// What looks clean at each reset, and adds up all the same.
enum GrowthMistake: String, CaseIterable {
  case ledger, hoard, forgotten

  @MainActor func make(in session: LeakySession) {
    switch self {
    case .ledger: session.ledger?.entries.append(Ledger.Entry())
    case .forgotten:
      let knot = Knot()
      knot.end = knot
    case .hoard: Board.shared.hoard.append([UInt8](repeating: 1, count: 200_000))
    }
  }
}

/// Made and forgotten in one tap: nothing but itself ever holds it.
private final class Knot {
  var end: Knot?
}
