import OperatingSystem
import Synchronization

/// The folders that an app owns: one below each base directory, each marked as the app's.
///
/// As long as a container or a handle from it lives, no other process can open the app's container.
/// Nothing outside the marked folders is ever changed or deleted, and no symbolic link in them is followed.
public final class AppContainer: Sendable {
  /// The app whose container it is.
  public let identity: AppIdentity
  private let stores: ContainerStores
  private let registeredParts = Mutex<[any DataPart]>([])
  private let preparation: Preparation

  /// Opens the app's container, made if there is none, for this process alone.
  ///
  /// Whatever a killed process left half done is finished: unfinished writes at once, deletions and the
  /// counting of files on a thread in the background.
  public static func open(_ identity: AppIdentity, in bases: BaseDirectories) throws -> AppContainer {
    let stores = ContainerStores(identity, in: bases)
    _ = try stores.data.making()
    for root in stores.roots { try root.removeUnfinishedWrites() }
    return AppContainer(identity, stores)
  }

  private init(_ identity: AppIdentity, _ stores: ContainerStores) {
    self.identity = identity
    self.stores = stores
    preparation = Preparation(of: stores)
  }

  deinit { preparation.stop() }

  /// Makes the handle through which one generation of the app reads and writes; touches no file.
  public func open(gate: WriteGate) -> AppData { AppData(stores, gate: gate) }

  // MARK: - Erasing

  /// Every part of what the app keeps, first the container's own, then the registered ones.
  public var parts: [any DataPart] { stores.parts + registeredParts.withLock { $0 } }

  /// Adds something else that the app keeps, in place of an earlier registered part of the same name.
  public func register(_ part: any DataPart) {
    precondition(
      !stores.parts.contains { $0.name == part.name },
      "\"\(part.name)\" is a part of every container; a registered part needs a name of its own")
    registeredParts.withLock { parts in
      parts.removeAll { $0.name == part.name }
      parts.append(part)
    }
  }

  /// Erases parts, in order and whatever fails on the way, and answers what each erased.
  ///
  /// What is erased is out of reach at once, in time that does not depend on how much it is, except that the
  /// files of a group, where other apps write, too, are counted now. The space is free after `emptyTrash()`.
  /// Each folder that the container owns is checked once, before the first of its parts is touched.
  /// Close the gates of running generations first, or they write into the empty parts.
  public func erase(_ parts: [any DataPart]) -> ErasureReport {
    var checkedRoots: [ObjectIdentifier: Result<MarkedFolder?, any Error>] = [:]
    return ErasureReport(
      results: parts.map { part in
        guard let part = part as? any RootedPart else { return part.erase() }
        let root = ObjectIdentifier(part.root)
        let checked = checkedRoots[root] ?? Result { try part.root.checkedForErasing() }
        checkedRoots[root] = checked
        return part.erase(in: checked)
      })
  }

  /// Deletes for good what was erased, and what earlier deletions could not.
  public func emptyTrash() -> TrashResult {
    stores.roots.map { $0.emptyTrash() }.reduce(into: TrashResult()) { whole, result in
      whole.deleted += result.deleted
      whole.failures += result.failures
    }
  }

  /// Deletes for good what was erased, on a thread of its own, and answers when that is done.
  public func emptyTrashInBackground() async -> TrashResult {
    await SystemThread.run { self.emptyTrash() }
  }
}

/// Work after the opening of a container that nobody should wait for: old trash and first counts.
private final class Preparation: Sendable {
  private typealias Step = @Sendable (_ isCancelled: () -> Bool) -> Void
  private final class Cancellation: Sendable {
    let isRequested = Atomic(false)
  }

  private let cancellation = Cancellation()
  private let thread: SystemThread?

  init(of stores: ContainerStores) {
    // What fails in a step fails again, and is named, at the use of it. A step with nothing to do needs no thread.
    let files = stores.ownFiles.filter { !$0.isKnownEmpty() }
    let values = stores.ownValues.filter { (try? $0.verifyEmpty()) != true }
    let roots = stores.roots.filter(\.hasTrash)
    let steps =
      files.map { store -> Step in { _ in store.prepareCount() } }
      + values.map { file -> Step in { _ in _ = try? file.values() } }
      + roots.map { root -> Step in { isCancelled in _ = root.emptyTrash(isCancelled: isCancelled) } }
    guard !steps.isEmpty else {
      thread = nil
      return
    }
    thread = try? SystemThread(givesWay: true) { [cancellation] in
      for step in steps where !cancellation.isRequested.load(ordering: .relaxed) {
        step { cancellation.isRequested.load(ordering: .relaxed) }
      }
    }
  }

  /// Ends the work soon and waits for its end.
  func stop() {
    cancellation.isRequested.store(true, ordering: .relaxed)
    thread?.join()
  }
}
