import Foundation
import OperatingSystem

/// A container's folder while it is open, and the marker that made it acceptable.
struct MarkedFolder: Sendable {
  private static let unfinishedPrefix = ".writing."
  static let trashPrefix = ".erased."

  let folder: Descriptor
  let marker: Descriptor
  private let path: String
  private let identity: FileIdentity
  private let markerIdentity: FileIdentity
  private let markerContents: Data

  /// Takes an open folder for the owner's, if its marker says so.
  init(_ folder: Descriptor, at path: String, markedBy file: Descriptor, as expected: Marker) throws {
    let found = try file.readAll(expecting: expected.contents.count)
    guard found == expected.contents else {
      throw AppDataError.foreignMarker(
        folder: path, expected: Marker.summary(of: expected.contents), found: Marker.summary(of: found))
    }
    self.folder = folder
    self.path = path
    marker = file
    markerContents = found
    identity = try folder.status().identity
    markerIdentity = try file.status().identity
    try verify()
  }

  /// Checks that the path still leads to the folder as it was opened, and that its marker is untouched.
  func verify() throws {
    func replaced(_ reason: String) -> AppDataError { .containerReplaced(folder: path, reason: reason) }
    try naming("check the container", path) {
      guard let place = try Descriptor.status(atPath: path) else { throw replaced("nothing is there") }
      guard place.kind == .folder else { throw replaced("a symbolic link or a file took its place") }
      guard place.identity == identity else { throw replaced("another folder took its place") }
      guard let file = try folder.status(of: Marker.fileName) else { throw replaced("its marker is gone") }
      guard file.kind == .file else { throw replaced("its marker is not a plain file") }
      guard file.identity == markerIdentity, file.size == markerContents.count,
        try marker.readAll(expecting: file.size) == markerContents
      else { throw replaced("its marker was changed") }
    }
  }

  // MARK: - Writing

  /// Puts a file in its place in one step: a killed process leaves the old file or the new one, whole.
  ///
  /// The new contents wait in the root itself, where only the container's own files are, so that what a
  /// killed process leaves behind is found without a search and is never taken for the app's own.
  @discardableResult
  func replaceFile(_ name: FileName, in parent: Descriptor, with data: Data) throws -> Descriptor {
    let waiting = Self.newName(Self.unfinishedPrefix)
    let file = try folder.newFile(waiting)
    do {
      try file.write(data)
      try folder.rename(waiting, to: parent, as: name)
    } catch {
      try? folder.unlink(waiting)
      throw error
    }
    return file
  }

  /// Makes a folder like a file, in the root first: the kernel moves nothing to where something else is mounted.
  func makeFolder(_ name: FileName, in parent: Descriptor) throws {
    let waiting = Self.newName(Self.unfinishedPrefix)
    try folder.makeFolder(waiting)
    do {
      try folder.rename(waiting, to: parent, as: name)
    } catch {
      try? folder.removeEmptyFolder(waiting)
      throw error
    }
  }

  /// Deletes what writes of a killed process left behind. Nobody may be writing.
  func removeUnfinishedWrites() throws {
    try naming("clean up", path) {
      for entry in try folder.entries() where entry.name.hasPrefix(Self.unfinishedPrefix) {
        do {
          try remove(entry.name, from: folder)
        } catch let error as SystemError where error.isNotFound || error.isDenied || error.isReadOnly {
          // What may not be deleted now is in nobody's way, and is tried again at the next opening.
        }
      }
    }
  }

  // MARK: - Removing

  /// Moves a part's folder into the trash in one step and answers what was moved, or nil if nothing was there.
  func moveAside(_ name: FileName) throws -> (name: FileName, status: FileStatus)? {
    guard let status = try folder.status(of: name) else { return nil }
    let trashName = "\(Self.newName(Self.trashPrefix))." + name
    do {
      try folder.rename(name, to: folder, as: trashName)
    } catch {
      guard error.isMountPoint else { throw error }
      throw AppDataError.mountPoint("\(path)/\(name)")
    }
    return (trashName, status)
  }

  /// Removes what is at the name by way of the trash, to where the kernel moves nothing from another mount.
  func remove(_ name: FileName, from parent: Descriptor) throws {
    let trashName = Self.newName(Self.trashPrefix)
    try parent.rename(name, to: folder, as: trashName)
    // A folder stays there until the trash is emptied, as does a file that cannot be deleted now.
    try? folder.unlink(trashName)
  }

  func hasTrash() throws -> Bool {
    try folder.entries().contains { $0.name.hasPrefix(Self.trashPrefix) }
  }

  /// A name that nothing has.
  static func newName(_ prefix: String) -> FileName {
    FileName(prefix + String(UInt64.random(in: .min ... .max), radix: 36))
  }
}

extension Descriptor {
  func readAll(expecting size: Int) throws -> Data {
    var data = Data()
    data.reserveCapacity(size)
    try readPieces(of: min(max(size + 1, 512), 1 << 20)) { data.append(contentsOf: $0) }
    return data
  }

  func write(_ data: Data) throws { try data.withUnsafeBytes { try writeAll($0) } }
}
