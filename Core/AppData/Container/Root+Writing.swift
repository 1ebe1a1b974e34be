import Foundation
import OperatingSystem

extension Root {
  private static let unfinishedPrefix = ".writing."

  /// Puts a file in its place in one step: a killed process leaves the old file or the new one, whole.
  ///
  /// The new contents wait in the root itself, where only the container's own files are, so that what a
  /// killed process leaves behind is found without a search and is never taken for the app's own.
  @discardableResult
  func replaceFile(
    _ name: FileName, in folder: Descriptor, of opened: Opened, with data: Data
  ) throws -> Descriptor {
    let waiting = FileName(Self.unfinishedPrefix + Self.uniqueSuffix())
    let file = try opened.folder.newFile(waiting)
    do {
      try file.write(data)
      try opened.folder.rename(waiting, to: folder, as: name)
    } catch {
      try? opened.folder.unlink(waiting)
      throw error
    }
    return file
  }

  /// Makes a folder like a file, in the root first: the kernel moves nothing to where something else is mounted.
  func makeFolder(_ name: FileName, in folder: Descriptor, of opened: Opened) throws {
    let waiting = FileName(Self.unfinishedPrefix + Self.uniqueSuffix())
    try opened.folder.makeFolder(waiting)
    do {
      try opened.folder.rename(waiting, to: folder, as: name)
    } catch {
      try? opened.folder.removeEmptyFolder(waiting)
      throw error
    }
  }

  /// Deletes what writes of a killed process left behind. Nobody may be writing.
  func removeUnfinishedWrites(of opened: Opened) throws {
    try naming("clean up", path) {
      for entry in try opened.folder.entries() where entry.name.hasPrefix(Self.unfinishedPrefix) {
        do {
          try remove(entry.name, from: opened.folder, of: opened)
        } catch let error as SystemError where error.isNotFound || error.isDenied || error.isReadOnly {
          // What may not be deleted now is in nobody's way, and is tried again at the next opening.
        }
      }
    }
  }

  static func uniqueSuffix() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
