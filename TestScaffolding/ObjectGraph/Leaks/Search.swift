#if DEBUG
import ObjectMemory

/// How long the searches of one report may take together.
final class SearchBudget {
  private let start = ObjectMemoryTimeOfThread()
  /// Code that a sanitizer watches takes several times as long.
  private let limit: UInt64 = ObjectMemoryKnowsBlocks() ? 10_000_000_000 : 2_000_000_000

  /// Of very many leaks, the first ones say enough. Only work counts: on a busy machine a thread waits far longer, and that
  /// says nothing of the leaks.
  var isSpent: Bool { ObjectMemoryTimeOfThread() - start > limit }
}

/// A search of the memory, and what it has found so far.
final class Search {
  let names: HolderNames
  /// Whether nothing can hold an object unseen.
  let seesEverything: Bool
  private let search: HolderSearch
  private let budget: SearchBudget
  private var outcomes: [[UInt]: HolderSearch.Outcome] = [:]

  init(_ memory: ProcessMemory, _ budget: SearchBudget) {
    names = HolderNames(memory)
    search = HolderSearch(memory)
    // What a sanitizer keeps for itself is too large to be copied, and holds nothing.
    seesEverything = ObjectMemoryKnowsBlocks() || memory.picture.isWhole && memory.knowsBlocks
    self.budget = budget
  }

  /// Who holds one of the objects; nil if there was no time left to look.
  func outcome(for addresses: [UInt]) -> HolderSearch.Outcome? {
    if let known = outcomes[addresses] { return known }
    if budget.isSpent {
      // The values of static variables are no leaks, however many there are.
      return search.variable(of: addresses).map { .found($0) }
    }
    let outcome = search.path(to: addresses)
    outcomes[addresses] = outcome
    return outcome
  }
}
#endif
