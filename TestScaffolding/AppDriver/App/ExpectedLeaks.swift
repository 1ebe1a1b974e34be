#if DEBUG
import ControlProtocol

/// Which leaks a test expected: each expectation takes as many as it accepts, and each leak is taken once.
///
/// As many as possible are taken. Where two expectations mean the same leak, it goes to the one that nothing else can
/// satisfy, so that the order in which a test wrote them does not matter.
struct ExpectedLeaks {
  private let known: [KnownLeak]
  /// For each leak, who means it.
  private let candidates: [[Int]]
  /// For each expectation, the leaks that it took.
  private var taken: [[Int]]
  /// The leaks that nobody expected.
  private(set) var others: [LeakRecord] = []

  init(_ known: [KnownLeak], among leaks: [LeakRecord]) {
    self.known = known
    candidates = leaks.map { leak in known.indices.filter { known[$0].means(leak) } }
    taken = known.map { _ in [] }
    for leak in leaks.indices {
      var asked: Set<Int> = []
      if !place(leak, &asked) { others.append(leaks[leak]) }
    }
  }

  /// How many leaks each expectation took.
  var counts: [Int] { taken.map(\.count) }

  /// Gives the leak to an expectation with room for it, after one of its leaks has moved to another, if need be.
  private mutating func place(_ leak: Int, _ asked: inout Set<Int>) -> Bool {
    for candidate in candidates[leak] where taken[candidate].count < known[candidate].count {
      taken[candidate].append(leak)
      return true
    }
    for candidate in candidates[leak] where asked.insert(candidate).inserted {
      for position in taken[candidate].indices where place(taken[candidate][position], &asked) {
        taken[candidate][position] = leak
        return true
      }
    }
    return false
  }
}
#endif
