package import OperatingSystem

/// A part that is kept in a folder below a root of the container.
package protocol RootedPart: DataPart {
  var root: Root { get }
  var folder: FileName { get }
  /// Where the part is, for error messages.
  var place: String { get }
  /// Erases the part in its root, which has been checked to be the container's own.
  func erase(in opened: MarkedFolder) throws -> ErasureResult
  /// Takes over a folder of its root with that number of files as its own. What it held goes to the trash.
  func take(_ name: FileName, files: Int, in opened: MarkedFolder) throws
}

extension RootedPart {
  var folderPath: String { "\(root.path)/\(folder)" }

  func erase() -> ErasureResult {
    erase(in: Result { try root.checkedForErasing() })
  }

  /// Erases the part. If its root may not be touched, the result says why.
  func erase(in checked: Result<MarkedFolder?, any Error>) -> ErasureResult {
    do {
      guard let opened = try checked.get() else { return ErasureResult(part: name, count: 0) }
      return try erase(in: opened)
    } catch {
      return ErasureResult(
        part: name, count: 0, failures: [ErasureFailure(item: place, reason: "\(error)")])
    }
  }

  /// Moves a folder of the root into the place of the part's. After a kill in between, the part is empty.
  func replaceFolder(by name: FileName, in opened: MarkedFolder) throws {
    try opened.moveAside(folder)
    try opened.folder.rename(name, to: opened.folder, as: folder)
  }

  /// The result if a link or a file was in the place of the part's folder.
  var erasedNoFolder: ErasureResult {
    let reason =
      "there was a link or a file in the place of its folder; it is erased, and nothing that it points to"
    return ErasureResult(part: name, count: 1, failures: [ErasureFailure(item: place, reason: reason)])
  }

  func verifyEmpty() throws -> Bool {
    try naming("look into", place) {
      guard try root.existing()?.folder.status(of: folder) != nil else { return true }
      return try openFolder()?.entries().isEmpty ?? true
    }
  }

  /// Opens the part's folder; nil if there is none.
  func openFolder() throws -> Descriptor? {
    guard let opened = try root.existing() else { return nil }
    return try openingFolder(at: folderPath) { try opened.folder.folderIfThere(folder) }
  }
}
