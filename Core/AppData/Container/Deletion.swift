import OperatingSystem

/// Deletes everything in a root's trash.
///
/// Each folder is first moved to a new name in the root. So folders of any depth need at most two open folders, a
/// later deletion can go on where a killed one stopped, and mount points are left alone, because the kernel does not
/// move them. Links are removed and never followed.
final class Deletion {
  /// A folder that was moved to a new name in the root.
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
      deleteWaiting(isCancelled: isCancelled)
    }
  }

  /// Deletes one folder of the trash.
  func delete(_ folder: FileName) {
    waiting.append(Moved(name: folder, label: "\(folder)"))
    deleteWaiting { false }
  }

  private func deleteWaiting(isCancelled: () -> Bool) {
    while !isCancelled(), let folder = waiting.popLast() {
      attempt(folder.label) { try delete(folder) }
    }
  }

  /// Deletes the entry; a folder is moved to the root instead, to be deleted later.
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
      // To move a folder to another parent, its user needs full access to it. But giving access to a mount point
      // would change what is outside of the container. So the folder is first renamed in place, which the kernel
      // refuses for a mount point.
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

  /// Runs `body` and records a failure. It is no failure if another process has deleted the entry already.
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
