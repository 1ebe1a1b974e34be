import OperatingSystem
import Synchronization

extension AppContainer {
  /// Every part of what the app keeps, first the container's own, then the registered ones.
  public var parts: [any DataPart] { builtInParts + registeredParts.withLock { $0 } }

  /// Adds something else that the app keeps, in place of an earlier registered part of the same name.
  public func register(_ part: any DataPart) {
    precondition(
      !builtInParts.contains { $0.name == part.name },
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
    var checkedRoots: [ObjectIdentifier: Result<Root.Opened?, any Error>] = [:]
    return ErasureReport(
      results: parts.map { part in
        guard let part = part as? any RootedPart else { return part.erase() }
        let root = ObjectIdentifier(part.root)
        let checked = checkedRoots[root] ?? Result { try part.root.openedForErasing() }
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
