import OperatingSystem
import Synchronization

/// Work after the opening of a container that nobody should wait for: old trash and first counts.
final class Preparation: Sendable {
  private final class Cancellation: Sendable {
    let isRequested = Atomic(false)
  }

  private let cancellation = Cancellation()
  private let thread: SystemThread?

  init(of stores: ContainerStores) {
    let work = Self.work(in: stores)
    guard !work.isEmpty else {
      thread = nil
      return
    }
    thread = try? SystemThread(givesWay: true) { [cancellation] in
      for step in work where !cancellation.isRequested.load(ordering: .relaxed) {
        step { cancellation.isRequested.load(ordering: .relaxed) }
      }
    }
  }

  /// Ends the work soon and waits for its end.
  func stop() {
    cancellation.isRequested.store(true, ordering: .relaxed)
    thread?.join()
  }

  private typealias Step = @Sendable (_ isCancelled: () -> Bool) -> Void

  /// The steps that have something to do. What fails in one fails again, and is named, at the use of it.
  private static func work(in stores: ContainerStores) -> [Step] {
    let files = stores.ownFiles.filter { !$0.isKnownEmpty() }
    let values = stores.ownValues.filter { (try? $0.verifyEmpty()) != true }
    let trash = stores.roots.filter { (try? $0.hasTrash()) == true }
    return files.map { store -> Step in { _ in store.prepareCount() } }
      + values.map { file -> Step in { _ in file.prepare() } }
      + trash.map { root -> Step in { isCancelled in _ = root.emptyTrash(isCancelled: isCancelled) } }
  }
}
