#if DEBUG
import OperatingSystem

/// Removes trees of files without following symbolic links. A tree in which something is mounted is not removed: what is
/// mounted may be anybody's.
enum FileTree {
  /// Removes the file or folder at the path with all its contents; a missing one is no error.
  static func remove(_ path: String) throws(SystemError) {
    let (parent, name) = Self.split(path)
    try remove(FileName(name), in: try Descriptor.folder(atPath: parent))
  }

  /// Empties a folder.
  static func removeContents(of folder: Descriptor) throws(SystemError) {
    for entry in try folder.entries() { try remove(entry.name, in: folder) }
  }

  private static func split(_ path: String) -> (parent: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (
      slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...])
    )
  }

  static func remove(_ name: FileName, in parent: Descriptor) throws(SystemError) {
    guard let status = try parent.status(of: name) else { return }
    do {
      if status.kind == .folder {
        guard try hasContents(name, in: parent) else { return }
        // A folder without read, write and search permission for its owner could not be emptied.
        if status.permissions & 0o700 != 0o700 { try parent.openUp(name) }
        try removeContents(of: parent.folder(name))
        try parent.removeEmptyFolder(name)
      } else {
        try parent.unlink(name)
      }
    } catch {
      if !error.isNotFound { throw SystemError(call: "\(error.call) \(name)", code: error.code) }
    }
  }

  /// Removes the folder if it is empty; otherwise returns true. It fails if something is mounted on the folder, of which the
  /// kernel makes sure before it looks at the contents.
  static func hasContents(_ name: FileName, in parent: Descriptor) throws(SystemError) -> Bool {
    do {
      try parent.removeEmptyFolder(name)
      return false
    } catch {
      if error.isMountPoint || error.isNotFound { throw error }
      return true
    }
  }
}
#endif
