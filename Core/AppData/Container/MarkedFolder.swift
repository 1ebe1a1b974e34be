package import Foundation
package import OperatingSystem

/// An open folder of a container, and the marker that says whose it is.
package struct MarkedFolder: Sendable {
  /// The most bytes of a file: memory must have room for it.
  fileprivate static let longestFile = 1 << 30
  private static let unfinishedPrefix = ".writing."
  static let trashPrefix = ".erased."
  /// What the names of all begin with that is in the folder and is no part: its marker, unfinished writes, erased data.
  package static let ownPrefixes = ["\(Marker.fileName)", unfinishedPrefix, trashPrefix]

  package let folder: Descriptor
  let marker: Descriptor
  private let path: String
  private let identity: FileIdentity
  private let markerIdentity: FileIdentity
  private let markerContents: Data

  /// Accepts an open folder if its marker names the expected owner.
  init(_ folder: Descriptor, at path: String, markedBy file: Descriptor, as expected: Marker) throws {
    let found = try file.readAll(expecting: expected.contents.count, limit: Marker.longest)
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

  /// Checks that the path still leads to the folder that was opened, and that its marker is unchanged.
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

  /// Puts a file in its place in one step: after a kill there is either the old file or the new one, complete.
  ///
  /// The new contents are first written to the root, which holds only the container's own files. So the leftovers of
  /// a killed process are found without a search, and are never taken for files of the app.
  @discardableResult
  package func replaceFile(
    _ name: FileName, in parent: Descriptor, with data: Data, modified date: Date? = nil
  ) throws -> Descriptor {
    guard data.count <= Self.longestFile else { throw SystemError.tooLarge }
    let waiting = Self.newName(Self.unfinishedPrefix)
    let file = try folder.newFile(waiting)
    do {
      try file.write(data)
      if let date { try file.setModificationTime(secondsSince1970: date.timeIntervalSince1970) }
      try folder.rename(waiting, to: parent, as: name)
    } catch {
      try? folder.unlink(waiting)
      throw error
    }
    return file
  }

  /// Makes a folder in the root first and moves it into place: the kernel does not move it to another file system.
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

  /// Makes a folder that is deleted as unfinished unless it is moved to another name.
  package func makeUnfinishedFolder() throws -> FileName {
    let name = Self.newName(Self.unfinishedPrefix)
    try folder.makeFolder(name)
    return name
  }

  /// Deletes what a killed process left unfinished, and no folder that is locked. No write may be under way.
  func removeUnfinishedWrites() throws {
    try naming("clean up", path) {
      for entry in try folder.entries() where entry.name.hasPrefix(Self.unfinishedPrefix) {
        do {
          let prepared = entry.kind == .folder ? try? folder.folder(entry.name) : nil
          if (try? prepared?.lockAtOnce()) != false { try remove(entry.name, from: folder) }
        } catch let error as SystemError where error.isNotFound || error.isDenied || error.isReadOnly {
          // What cannot be deleted now does no harm; the next opening tries again.
        }
      }
    }
  }

  // MARK: - Removing

  /// Moves a part's folder into the trash in one step. Returns what was moved, or nil if nothing was there.
  @discardableResult
  package func moveAside(_ name: FileName) throws -> (name: FileName, status: FileStatus)? {
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

  /// Removes what has the name by moving it to the trash: the kernel does not move anything from another file system. Returns
  /// the name that it had there.
  @discardableResult
  package func remove(_ name: FileName, from parent: Descriptor) throws -> FileName {
    let trashName = Self.newName(Self.trashPrefix)
    try parent.rename(name, to: folder, as: trashName)
    // A folder, or a file that cannot be deleted now, stays in the trash until that is emptied.
    try? folder.unlink(trashName)
    return trashName
  }

  func hasTrash() throws -> Bool {
    try folder.entries().contains { $0.name.hasPrefix(Self.trashPrefix) }
  }

  /// A random name, which nothing else has.
  package static func newName(_ prefix: String) -> FileName {
    FileName(prefix + String(UInt64.random(in: .min ... .max), radix: 36))
  }
}

extension Descriptor {
  /// The contents, of which no more than `limit` bytes are read.
  package func readAll(expecting size: Int, limit: Int = .max) throws -> Data {
    var data = Data()
    data.reserveCapacity(min(size, limit, 1 << 20))
    try readPieces(of: min(max(min(size, limit - 1) + 1, 512), 1 << 20), limit: limit) {
      data.append(contentsOf: $0)
    }
    return data
  }

  /// The contents of a file of the app, which may be larger than what memory has room for.
  func readAll(of status: FileStatus, at place: @autoclosure () -> String) throws -> Data {
    guard status.size <= MarkedFolder.longestFile else {
      throw AppDataError.damagedFile(
        place(),
        reason: "it has \(status.size) bytes, and \(MarkedFolder.longestFile) are the most that are read")
    }
    return try readAll(expecting: status.size)
  }

  package func write(_ data: Data) throws { try data.withUnsafeBytes { try writeAll($0) } }
}
