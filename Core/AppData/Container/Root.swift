import OperatingSystem
import Synchronization

/// A marked folder of one app or group. Data is written and erased nowhere else.
package final class Root: Sendable {
  private let place: ContainerPlace
  private let opened = Mutex<MarkedFolder?>(nil)
  private let turn = Mutex<Void>(())
  private let trashTurn = Mutex<Void>(())

  package init(at place: ContainerPlace) { self.place = place }

  deinit {
    // A child process that is just being started has copies of all descriptors, and would keep the lock.
    if place.use == .locked { opened.withLock { $0?.marker.unlock() } }
  }

  package var path: String { place.path }
  /// Whether other apps write here too, so that what was read must not be cached.
  var isShared: Bool { place.use == .shared }

  /// The folder; nil if there is none or it is empty. Throws if the folder belongs to somebody else.
  package func existing() throws -> MarkedFolder? {
    try opened.withLock { opened in
      if opened == nil, try Descriptor.status(atPath: path) != nil { opened = try place.openMarked() }
      return opened
    }
  }

  /// The folder; made and marked if there is none.
  package func making() throws -> MarkedFolder {
    try opened.withLock { current in
      if let current { return current }
      let new = try place.openMaking()
      current = new
      return new
    }
  }

  /// The folder, after a check that it is still the one that was opened; nil if there is none. Erasing begins here.
  func checkedForErasing() throws -> MarkedFolder? {
    guard let folder = try existing() else { return nil }
    try folder.verify()
    return folder
  }

  /// Runs a change while no other process that shares the folder makes one.
  package func inTurn<Result: Sendable>(_ opened: MarkedFolder, _ body: () throws -> Result) throws -> Result
  {
    guard isShared else { return try body() }
    return try turn.withLock { _ in
      try opened.marker.lock()
      defer { opened.marker.unlock() }
      return try body()
    }
  }

  /// Deletes what a killed process left unfinished, if there is a folder.
  package func removeUnfinishedWrites() throws {
    try naming("open the container", path) {
      guard let opened = try existing() else { return }
      try inTurn(opened) { try opened.removeUnfinishedWrites() }
    }
  }

  /// Whether there is something to delete; false if that cannot be found out.
  var hasTrash: Bool { (try? existing()?.hasTrash()) == true }

  /// Deletes what was moved to the trash, until all is deleted or `isCancelled` returns true.
  @discardableResult
  package func emptyTrash(isCancelled: () -> Bool = { false }) -> TrashResult {
    trashTurn.withLock { _ in
      do {
        guard let opened = try checkedForErasing() else { return TrashResult() }
        let deletion = Deletion(in: opened.folder)
        try deletion.run(isCancelled: isCancelled)
        return deletion.result
      } catch {
        return TrashResult(failures: [ErasureFailure(item: path, reason: "\(error)")])
      }
    }
  }
}
