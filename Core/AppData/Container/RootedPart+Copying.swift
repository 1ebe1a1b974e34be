package import OperatingSystem

/// A folder beside a part's own. It is nothing that the app keeps before the part takes it over, and is deleted as
/// unfinished if that never happens.
package struct PreparedFolder: Sendable {
  fileprivate let name: FileName
  package let files: Int
  /// Keeps another app of a group from deleting the folder at its start.
  fileprivate let lock: Descriptor?
}

/// For whoever copies a part's folder while no generation writes.
extension RootedPart {
  /// Whether other apps use it, too; what is prepared for it takes a descriptor for as long.
  package var isShared: Bool { root.isShared }

  /// Passes the folder to `body`, nil if there is none, while no other app of its group writes.
  package func read<Result: Sendable>(_ body: (Descriptor?) throws -> Result) throws -> Result {
    try naming("copy", place) {
      guard let opened = try root.existing() else { return try body(nil) }
      return try root.inTurn(opened) { try body(openFolder()) }
    }
  }

  /// How many things the part holds, if that number of files is in its folder.
  package func count(ofFiles files: Int) throws -> Int {
    self is FileStore ? files : try inventory().count
  }

  /// Makes a folder that the part can take over. `fill` fills it, and returns the number of files in it.
  package func prepare(_ fill: (Descriptor) throws -> Int) throws -> PreparedFolder {
    try naming("prepare", place) {
      let opened = try root.making()
      let (name, folder) = try root.inTurn(opened) {
        let name = try opened.makeUnfinishedFolder()
        let folder = try opened.folder.folder(name)
        // Some file systems have no locks for folders.
        if isShared { _ = try? folder.lockAtOnce() }
        return (name, folder)
      }
      do {
        return PreparedFolder(name: name, files: try fill(folder), lock: isShared ? folder : nil)
      } catch {
        _ = try? opened.remove(name, from: opened.folder)
        throw error
      }
    }
  }

  /// Puts the folder in the place of what the part holds. No generation may run.
  package func take(_ prepared: PreparedFolder) throws {
    try naming("restore", place) {
      try take(prepared.name, files: prepared.files, in: root.making())
    }
  }

  /// Moves a folder that nobody needs to the trash.
  package func discard(_ prepared: PreparedFolder) {
    guard let opened = try? root.existing() else { return }
    _ = try? opened.remove(prepared.name, from: opened.folder)
  }
}
