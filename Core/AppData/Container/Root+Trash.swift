import OperatingSystem
import Synchronization

extension Root {
  static let trashPrefix = ".erased."

  /// The folder, checked to be the one that was opened; erasing begins here. Nil as long as there is none.
  func openedForErasing() throws -> Opened? {
    guard let opened = try existing() else { return nil }
    try verify(opened)
    return opened
  }

  /// Moves a part's folder into the trash in one step and answers what was moved, or nil if nothing was there.
  func moveAside(_ name: FileName, in opened: Opened) throws -> (name: FileName, status: FileStatus)? {
    guard let status = try opened.folder.status(of: name) else { return nil }
    let trashName = "\(Self.trashPrefix)\(Self.uniqueSuffix())." + name
    do {
      try opened.folder.rename(name, to: opened.folder, as: trashName)
    } catch {
      guard error.isMountPoint else { throw error }
      throw AppDataError.mountPoint("\(path)/\(name)")
    }
    return (trashName, status)
  }

  /// Removes what is at the name by way of the trash, to where the kernel moves nothing from another mount.
  func remove(_ name: FileName, from folder: Descriptor, of opened: Opened) throws {
    let trashName = FileName(Self.trashPrefix + Self.uniqueSuffix())
    try folder.rename(name, to: opened.folder, as: trashName)
    // A folder stays there until the trash is emptied, as does a file that cannot be deleted now.
    try? opened.folder.unlink(trashName)
  }

  func hasTrash() throws -> Bool {
    guard let opened = try existing() else { return false }
    return try opened.folder.entries().contains { $0.name.hasPrefix(Self.trashPrefix) }
  }

  /// Deletes what was moved aside, until done or `isCancelled`.
  func emptyTrash(isCancelled: () -> Bool = { false }) -> TrashResult {
    trashTurn.withLock { _ in
      do {
        guard let opened = try existing() else { return TrashResult() }
        try verify(opened)
        let deletion = Deletion(in: opened.folder)
        try deletion.run(isCancelled: isCancelled)
        return deletion.result
      } catch {
        return TrashResult(failures: [ErasureFailure(item: path, reason: "\(error)")])
      }
    }
  }
}
