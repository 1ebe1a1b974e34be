#if DEBUG
import AppData
import Dispatch

/// Deletes what resets have moved to the trash, a moment after they have answered.
///
/// One deletion serves all resets of that moment, and none of them has to share the disk with it. Only one deletion
/// runs at a time, because it may be slow on a busy machine, and resets do not wait for it. What a killed process
/// leaves in the trash is deleted when the container is next opened.
@MainActor
final class TrashCollector {
  typealias Work = @MainActor @Sendable () async -> Void
  private enum State { case idle, waiting, deleting, deletingWithMoreToCome }

  private let inAMoment: @MainActor (@escaping Work) -> Void
  private let deleteAll: @MainActor @Sendable () async -> [ErasureFailure]
  private var state = State.idle
  /// What could not be deleted, until a reset tells it.
  private(set) var failures: [ErasureFailure] = []
  /// The next deletions cannot delete it either.
  private var told: Set<String> = []

  init(
    inAMoment: @escaping @MainActor (@escaping Work) -> Void = after50Milliseconds,
    deleteAll: @escaping @MainActor @Sendable () async -> [ErasureFailure]
  ) {
    self.inAMoment = inAMoment
    self.deleteAll = deleteAll
  }

  convenience init(_ container: AppContainer) {
    self.init { await container.emptyTrashInBackground().failures }
  }

  func collectSoon() {
    switch state {
    case .idle: collectInAMoment()
    case .deleting: state = .deletingWithMoreToCome
    case .waiting, .deletingWithMoreToCome: break
    }
  }

  func takeFailures() -> [ErasureFailure] {
    defer { failures = [] }
    told.formUnion(failures.map(\.item))
    return failures
  }

  private func collectInAMoment() {
    state = .waiting
    inAMoment { await self.collect() }
  }

  private func collect() async {
    state = .deleting
    failures = await deleteAll().filter { !told.contains($0.item) }
    if state == .deletingWithMoreToCome { collectInAMoment() } else { state = .idle }
  }

  private static func after50Milliseconds(_ work: @escaping Work) {
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(50)) { Task { await work() } }
  }
}
#endif
