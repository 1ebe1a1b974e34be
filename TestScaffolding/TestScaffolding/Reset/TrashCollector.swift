#if DEBUG
import AppData
import Dispatch

/// Deletes for good what resets have moved aside, a moment after they have been answered.
///
/// One deletion serves all resets of that moment, and none of them shares the disk with it. Only one runs at a time: on a
/// busy machine it takes its time, and resets do not wait. What a killed process leaves behind is deleted when the
/// container is opened again.
@MainActor
final class TrashCollector {
  typealias Work = @MainActor @Sendable () async -> Void
  private enum State { case idle, waiting, deleting, deletingWithMoreToCome }

  private let inAMoment: @MainActor (@escaping Work) -> Void
  private let deleteAll: Work
  private var state = State.idle

  init(
    inAMoment: @escaping @MainActor (@escaping Work) -> Void = after50Milliseconds, deleteAll: @escaping Work
  ) {
    self.inAMoment = inAMoment
    self.deleteAll = deleteAll
  }

  convenience init(_ container: AppContainer) {
    self.init { _ = await container.emptyTrashInBackground() }
  }

  func collectSoon() {
    switch state {
    case .idle: collectInAMoment()
    case .deleting: state = .deletingWithMoreToCome
    case .waiting, .deletingWithMoreToCome: break
    }
  }

  private func collectInAMoment() {
    state = .waiting
    inAMoment { await self.collect() }
  }

  private func collect() async {
    state = .deleting
    await deleteAll()
    if state == .deletingWithMoreToCome { collectInAMoment() } else { state = .idle }
  }

  private static func after50Milliseconds(_ work: @escaping Work) {
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(50)) { Task { await work() } }
  }
}
#endif
