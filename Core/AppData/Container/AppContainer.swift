import Synchronization

/// The folders that an app owns: one below each base directory, each marked as the app's.
///
/// As long as a container or a handle from it lives, no other process can open the app's container.
/// Nothing outside the marked folders is ever changed or deleted, and no symbolic link in them is followed.
public final class AppContainer: Sendable {
  /// The app whose container it is.
  public let identity: AppIdentity
  let stores: ContainerStores
  let builtInParts: [any DataPart]
  let registeredParts = Mutex<[any DataPart]>([])
  private let preparation: Preparation

  /// Opens the app's container, made if there is none, for this process alone.
  ///
  /// Whatever a killed process left half done is finished: unfinished writes at once, deletions and the
  /// counting of files on a thread in the background.
  public static func open(_ identity: AppIdentity, in bases: BaseDirectories) throws -> AppContainer {
    let stores = ContainerStores(identity, in: bases)
    _ = try stores.data.making()
    for root in stores.roots {
      try naming("open the container", root.path) {
        guard let opened = try root.existing() else { return }
        try root.inTurn(opened) { try root.removeUnfinishedWrites(of: opened) }
      }
    }
    return AppContainer(identity, stores)
  }

  private init(_ identity: AppIdentity, _ stores: ContainerStores) {
    self.identity = identity
    self.stores = stores
    builtInParts = stores.parts
    preparation = Preparation(of: stores)
  }

  deinit { preparation.stop() }

  /// Makes the handle through which one generation of the app reads and writes; touches no file.
  public func open(gate: WriteGate) -> AppData { AppData(stores, gate: gate) }
}
