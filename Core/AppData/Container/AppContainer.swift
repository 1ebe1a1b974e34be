public import Foundation
import OperatingSystem
import Synchronization

/// The folders that an app owns: one below each base directory, each marked as the app's.
///
/// While a container or a handle from it exists, no other process can open the app's container.
/// Nothing outside the marked folders is ever changed or deleted, and no symbolic link in them is followed.
public final class AppContainer: Sendable {
  /// The app whose container it is.
  public let identity: AppIdentity
  private let stores: ContainerStores
  private let registered = Mutex<[any DataPart]>([])
  private let preparation: Preparation

  /// Opens the app's container for this process alone; makes it if there is none.
  ///
  /// What a killed process left half done is finished: unfinished writes at once; deletions, and the counting of
  /// files, on a background thread.
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

  /// Makes the handle through which one generation of the app reads and writes. Touches no file.
  ///
  /// Files that are written are dated with the time of day that `now` returns.
  public func open(gate: WriteGate, now: @escaping @Sendable () -> Date = SystemTime.now) -> AppData {
    AppData(stores, gate: gate, now: now)
  }

  /// The folders of the container, those of its groups included, with the names of the parts that are kept in each.
  /// Anything else in it is in no part, and nothing erases it.
  package var folders: [(path: String, parts: Set<String>)] {
    let parts = partFolders
    return stores.roots.map { root in
      (root.path, Set(parts.filter { $0.root === root }.map { "\($0.folder)" }))
    }
  }

  /// The parts that are folders, for whoever copies them while no generation runs.
  package var partFolders: [any RootedPart] { stores.parts.compactMap { $0 as? any RootedPart } }

  /// What else the app keeps, as it was registered.
  package var registeredParts: [any DataPart] { registered.withLock(\.self) }

  // MARK: - Erasing

  /// All parts of the app's data: first the container's own, then the registered ones.
  public var parts: [any DataPart] { stores.parts + registeredParts }

  /// Registers something else that the app keeps; replaces an earlier registered part of the same name.
  public func register(_ part: any DataPart) {
    precondition(
      !stores.parts.contains { $0.name == part.name },
      "\"\(part.name)\" is a part of every container; a registered part needs a name of its own")
    registered.withLock { parts in
      parts.removeAll { $0.name == part.name }
      parts.append(part)
    }
  }

  /// Erases the parts in the given order, even if some fail, and returns what each erasure did.
  ///
  /// The data is out of reach at once, and the time that takes does not depend on its size. The exception is the
  /// files of a group, to which other apps write too: they are counted now. `emptyTrash()` frees the space. Each
  /// folder of the container is checked once, before the first of its parts is touched. First close the gates of
  /// running generations, or they write into the emptied parts.
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

  /// Deletes erased data for good, including what earlier deletions could not delete.
  public func emptyTrash() -> TrashResult {
    stores.roots.map { $0.emptyTrash() }.reduce(into: TrashResult()) { whole, result in
      whole.deleted += result.deleted
      whole.failures += result.failures
    }
  }

  /// Deletes erased data for good, on a thread of its own, and returns when that is done.
  public func emptyTrashInBackground() async -> TrashResult {
    await SystemThread.run { self.emptyTrash() }
  }
}

/// Work after the opening of a container, in the background: counts files, reads values and empties the trash.
private final class Preparation: Sendable {
  private typealias Step = @Sendable (_ isCancelled: () -> Bool) -> Void
  private final class Cancellation: Sendable {
    let isRequested = Atomic(false)
  }

  private let cancellation = Cancellation()
  private let thread: SystemThread?

  init(of stores: ContainerStores) {
    // Errors are ignored here: they occur again, and are reported, when the data is used. Steps that have nothing to
    // do are left out.
    let files = stores.ownFiles.filter { !$0.isKnownEmpty() }
    let values = stores.ownValues.filter { (try? $0.verifyEmpty()) != true }
    let roots = stores.roots.filter(\.hasTrash)
    let steps =
      files.map { store -> Step in { isCancelled in store.prepareCount(isCancelled: isCancelled) } }
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

  /// Cancels the work and waits for the thread to end.
  func stop() {
    cancellation.isRequested.store(true, ordering: .relaxed)
    thread?.join()
  }
}
