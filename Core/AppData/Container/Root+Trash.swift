import Synchronization

extension Root {
  static let trashPrefix = ".erased."

  /// Moves a part's folder into the trash in one step and answers what was moved, or nil if nothing was there.
  func moveAside(_ name: FileName) throws -> (name: FileName, status: FileStatus)? {
    guard let opened = try existing() else { return nil }
    guard let status = try opened.folder.status(of: name) else {
      try verifyPlace(opened)
      return nil
    }
    try verify(opened)
    let trashName = "\(Self.trashPrefix)\(Self.uniqueSuffix())." + name
    do {
      try opened.folder.rename(name, to: opened.folder, as: trashName)
    } catch let error as SystemError where error.isMountPoint {
      throw AppDataError.mountPoint("\(path)/\(name)")
    }
    return (trashName, status)
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
        let deletion = Deletion(in: opened.folder, device: opened.identity.device)
        try deletion.run(isCancelled: isCancelled)
        return deletion.result
      } catch {
        return TrashResult(failures: [ErasureFailure(item: path, reason: "\(error)")])
      }
    }
  }
}
