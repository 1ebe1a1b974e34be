#if DEBUG
import Glibc

/// How long the searches of one report may take together.
final class SearchBudget {
  private let start = timeOfThread

  /// Of very many leaks, the first ones say enough.
  var isSpent: Bool { Self.timeOfThread - start > .seconds(2) }

  /// How long this thread has worked: on a busy machine it waits far longer, and that says nothing of the leaks.
  private static var timeOfThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
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
    seesEverything = memory.picture.isWhole && memory.knowsBlocks
    self.budget = budget
  }

  func outcome(for addresses: [UInt]) -> HolderSearch.Outcome {
    if let known = outcomes[addresses] { return known }
    if budget.isSpent {
      // The values of static variables are no leaks, however many there are.
      return search.variable(of: addresses).map { .found($0) } ?? .unrooted([], target: addresses[0])
    }
    let outcome = search.path(to: addresses)
    outcomes[addresses] = outcome
    return outcome
  }
}
#endif
