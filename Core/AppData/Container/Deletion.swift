import OperatingSystem

/// Deletes everything in a root's trash.
///
/// Each folder is first moved to a new name in the root. So no depth is too deep, at most two folders are open,
/// a killed deletion is resumed where it was, and the kernel itself keeps it out of a mount point, which cannot
/// be moved. Links are removed and never followed.
final class Deletion {
  /// A folder that was moved to a name of its own in the root.
  private struct Moved {
    let name: FileName
    let label: String
  }

  private let root: Descriptor
  private var waiting: [Moved] = []
  private(set) var result = TrashResult()

  init(in root: Descriptor) { self.root = root }

  func run(isCancelled: () -> Bool) throws {
    for entry in try root.entries() where entry.name.hasPrefix(MarkedFolder.trashPrefix) && !isCancelled() {
      take(entry, from: root, label: "\(entry.name)")
      while !isCancelled(), let folder = waiting.popLast() {
        attempt(folder.label) { try delete(folder) }
      }
    }
  }

  /// Deletes what is no folder, and moves a folder to where it waits for its deletion.
  private func take(_ entry: Descriptor.Entry, from folder: Descriptor, label: String) {
    attempt(label) {
      if entry.kind == .folder {
        waiting.append(Moved(name: try moved(entry.name, from: folder), label: label))
      } else {
        try retrying(after: { try folder.openUp() }) { try folder.unlink(entry.name) }
        result.deleted += 1
      }
    }
  }

  private func delete(_ item: Moved) throws {
    let folder = try retrying(after: { try root.openUp(item.name) }) { try root.folder(item.name) }
    let failuresBefore = result.failures.count
    for entry in try folder.entries() { take(entry, from: folder, label: "\(item.label)/\(entry.name)") }
    if result.failures.count == failuresBefore { try root.removeEmptyFolder(item.name) }
  }

  private func moved(_ name: FileName, from folder: Descriptor) throws -> FileName {
    let new = MarkedFolder.newName(MarkedFolder.trashPrefix)
    var current = name
    try retrying(after: {
      // A folder that changes its parent has to be open to its user. To open up a mount point would be to change
      // what is outside: the kernel tells by refusing it a new name where it is.
      try folder.openUp()
      try folder.rename(name, to: folder, as: new)
      current = new
      try folder.openUp(new)
    }) { try folder.rename(current, to: root, as: new) }
    return new
  }

  private func retrying<Result>(
    after remedy: () throws -> Void, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as SystemError where error.isDenied {
      try remedy()
      return try body()
    }
  }

  /// Notes a failure and goes on; what another process deleted meanwhile is none.
  private func attempt(_ label: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch let error as SystemError where error.isNotFound {
    } catch let error as SystemError where error.isMountPoint {
      let reason = AppDataError.mountPoint(label)
      result.failures.append(ErasureFailure(item: label, reason: "\(reason)"))
    } catch {
      result.failures.append(ErasureFailure(item: label, reason: "\(error)"))
    }
  }
}
