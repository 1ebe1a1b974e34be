import OperatingSystem
import Synchronization

extension ValueFile {
  /// Lists the values; `key` names a value for people.
  func inventory(key: (String) -> String) throws -> Inventory {
    Inventory(
      try values().map { stored, value in
        let bytes = value.canonicalBytes
        return Inventory.Entry(key: key(stored), bytes: bytes.count, digest: Digest(of: bytes))
      })
  }

  /// Moves the folder aside and forgets the values; a file that cannot be read counts as one thing.
  func erase(in opened: Root.Opened) throws -> ErasureResult {
    try memory.withLock { memory in
      try root.inTurn(opened) {
        guard try opened.folder.status(of: folder) != nil else {
          memory = Loaded()
          return ErasureResult(part: name, count: 0)
        }
        let erased = (try? current(&memory).values.count) ?? 1
        let moved = try root.moveAside(folder, in: opened)
        memory = Loaded()
        guard let moved, moved.status.kind != .folder else {
          return ErasureResult(part: name, count: erased)
        }
        return ErasureResult(part: name, count: 1, failures: [.wasNoFolder(place)])
      }
    }
  }

  func verifyEmpty() throws -> Bool {
    try naming("look into", place) {
      guard try root.holds(folder) else { return true }
      return try openFolder()?.entries().isEmpty ?? true
    }
  }

  /// Reads the values now, so that neither the first use nor an erasure has to.
  func prepare() {
    // A file that cannot be read is named to whoever reads it.
    _ = try? values()
  }
}
