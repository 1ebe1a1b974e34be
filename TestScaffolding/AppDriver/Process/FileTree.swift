#if DEBUG
import OperatingSystem

/// A tree of files that is removed without following a symbolic link.
enum FileTree {
  /// Removes what is at the path, with all that is inside; what is gone already is fine.
  static func remove(_ path: String) throws(SystemError) {
    let (parent, name) = Self.split(path)
    try remove(FileName(name), in: try Descriptor.folder(atPath: parent))
  }

  private static func split(_ path: String) -> (parent: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (
      slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...])
    )
  }

  private static func remove(_ name: FileName, in parent: Descriptor) throws(SystemError) {
    guard let status = try parent.status(of: name) else { return }
    do {
      if status.kind == .folder {
        // A folder that its owner cannot read could not be emptied.
        if status.permissions & 0o700 != 0o700 { try parent.openUp(name) }
        let folder = try parent.folder(name)
        for entry in try folder.entries() { try remove(entry.name, in: folder) }
        try parent.removeEmptyFolder(name)
      } else {
        try parent.unlink(name)
      }
    } catch {
      if !error.isNotFound { throw SystemError(call: "\(error.call) \(name)", code: error.code) }
    }
  }
}
#endif
