import OperatingSystem
import Synchronization

extension FileStore: RootedPart {
  func inventory() throws -> Inventory {
    try naming("list", place) {
      try count.withLock { count in
        guard let folder = try openFolder() else {
          count = knowable(0)
          return Inventory([])
        }
        var walk = try TreeWalk(folder, place: place)
        var entries: [Inventory.Entry] = []
        while let (parent, entry) = try walk.next() {
          let path = "\(walk.folderPath)\(entry.name)"
          if let found = try naming("read", "\(place)/\(path)", { try Self.entry(path, entry, in: parent) }) {
            entries.append(found)
          }
        }
        count = knowable(entries.count)
        return Inventory(entries)
      }
    }
  }

  private static func entry(
    _ path: String, _ entry: Descriptor.Entry, in folder: Descriptor
  ) throws -> Inventory.Entry? {
    do {
      switch entry.kind {
      case .file:
        var hash = SHA256()
        var size = 0
        try folder.fileToRead(entry.name).readPieces {
          hash.update($0)
          size += $0.count
        }
        return Inventory.Entry(key: path, bytes: size, digest: hash.finish())
      case .link:
        let target = try folder.target(ofLink: entry.name)
        return Inventory.Entry(key: path, bytes: target.count, digest: Digest(of: target))
      case .folder, .socket, .other:
        return Inventory.Entry(key: path, bytes: 0, digest: Digest(of: []))
      }
    } catch let error as SystemError where error.isNotFound {
      return nil
    }
  }

  func erase(in opened: Root.Opened) throws -> ErasureResult {
    try count.withLock { count in
      guard let moved = try root.inTurn(opened, { try root.moveAside(folder, in: opened) }) else {
        count = knowable(0)
        return ErasureResult(part: name, count: 0)
      }
      let known = count
      count = knowable(0)
      guard moved.status.kind == .folder else {
        return ErasureResult(part: name, count: 1, failures: [.wasNoFolder(place)])
      }
      if let known { return ErasureResult(part: name, count: known) }
      return countErased(moved.name, in: opened)
    }
  }

  private func countErased(_ trashName: FileName, in opened: Root.Opened) -> ErasureResult {
    do {
      let erased = try Self.countFiles(in: opened.folder.folder(trashName), place: place)
      return ErasureResult(part: name, count: erased)
    } catch {
      let failure = ErasureFailure(item: place, reason: "it is erased but could not be counted: \(error)")
      return ErasureResult(part: name, count: 0, failures: [failure])
    }
  }

  func verifyEmpty() throws -> Bool {
    try naming("look into", place) {
      guard try root.holds(folder) else { return true }
      return try openFolder()?.entries().isEmpty ?? true
    }
  }

  /// Whether the area is empty, which then is its count.
  func isKnownEmpty() -> Bool {
    count.withLock { count in
      // A folder that cannot be looked into now has its error named when it is used.
      guard (try? verifyEmpty()) == true else { return false }
      count = knowable(0)
      return true
    }
  }

  /// Counts the files now, so that an erasure need not.
  func prepareCount() {
    count.withLock { count in
      guard count == nil else { return }
      // A folder that cannot be counted now is counted, and its error named, when it is erased.
      count = try? knowable(openFolder().map { try Self.countFiles(in: $0, place: place) } ?? 0)
    }
  }

  private func knowable(_ number: Int) -> Int? { root.use == .shared ? nil : number }
}
