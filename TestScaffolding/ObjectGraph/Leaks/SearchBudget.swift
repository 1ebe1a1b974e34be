#if DEBUG
import ObjectMemory

/// How long the searches of one report may take together.
final class SearchBudget {
  /// How long the thread will have worked then.
  let end: UInt64

  init(milliseconds: UInt64 = ObjectMemoryIsWatched() ? 30_000 : 2_000) {
    end = ObjectMemoryTimeOfThread() + milliseconds * 1_000_000
  }

  /// Of very many leaks, the first ones say enough. Only work counts: on a busy machine a thread waits far longer, and that
  /// says nothing of the leaks.
  var isSpent: Bool { ObjectMemoryTimeOfThread() > end }
}
#endif
