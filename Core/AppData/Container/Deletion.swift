/// Deletes everything in a root's trash.
///
/// A folder inside a folder is first moved up into the root. So no depth is too deep, at most two folders
/// are open, a killed deletion is resumed where it was, and the kernel itself refuses to enter a mount
/// point: it cannot be moved. Links are removed and never followed.
final class Deletion {
  private struct Item {
    let name: FileName
    let label: String
  }

  private let root: Descriptor
  private let device: UInt64
  private var waiting: [Item] = []
  private(set) var result = TrashResult()

  init(in root: Descriptor, device: UInt64) {
    self.root = root
    self.device = device
  }

  func run(isCancelled: () -> Bool) throws {
    waiting = try root.entries().map(\.name).filter { $0.hasPrefix(Root.trashPrefix) }
      .map { Item(name: $0, label: $0.description) }
    while !isCancelled(), let item = waiting.popLast() {
      attempt(item.label) {
        guard let status = try root.status(of: item.name) else { return }
        if status.kind == .folder {
          try deleteFolder(item)
        } else {
          try root.unlink(item.name)
          result.deleted += 1
        }
      }
    }
  }

  private func deleteFolder(_ item: Item) throws {
    let folder = try openedUp(item.name)
    guard try folder.status().identity.device == device else { throw AppDataError.mountPoint(item.label) }
    let failuresBefore = result.failures.count
    for entry in try folder.entries() {
      let label = "\(item.label)/\(entry.name)"
      attempt(label) {
        if entry.kind == .folder {
          let name = FileName(Root.trashPrefix + Root.uniqueSuffix())
          try retrying(after: {
            try folder.openUp(); try folder.openUp(entry.name)
          }) {
            try folder.rename(entry.name, to: root, as: name)
          }
          waiting.append(Item(name: name, label: label))
        } else {
          try retrying(after: { try folder.openUp() }) { try folder.unlink(entry.name) }
          result.deleted += 1
        }
      }
    }
    if result.failures.count == failuresBefore { try root.removeEmptyFolder(item.name) }
  }

  private func openedUp(_ name: FileName) throws -> Descriptor {
    try retrying(after: { try root.openUp(name) }) { try root.folder(name) }
  }

  private func retrying<Result>(
    after remedy: () throws -> Void, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as SystemError where error.isDenied {
      do { try remedy() } catch { throw error }
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
