import Foundation
import OperatingSystem

extension Root {
  /// Opens the folder below its base, made and marked if missing, and checks that it is the owner's.
  func openMaking() throws -> Opened {
    try naming("open the container", path) {
      let folder = try openFolder()
      let file = try markerFile(in: folder) ?? newMarker(in: folder)
      try completeMarker(file, in: folder)
      return try opened(folder, markedBy: file)
    }
  }

  /// Opens the folder unless it still holds nothing, not even a whole marker: to read takes no room on a disk.
  func openMarked() throws -> Opened? {
    try naming("open the container", path) {
      let folder = try openFolder()
      guard let file = try markerFile(in: folder), try !isCutOff(file, in: folder) else { return nil }
      return try opened(folder, markedBy: file)
    }
  }

  private func openFolder() throws -> Descriptor {
    var place = base
    return try levels.reduce(openBase()) { folder, level in
      place += "/\(level)"
      return try openLevel(level, in: folder, place: place)
    }
  }

  private func openBase() throws -> Descriptor {
    let folder: Descriptor
    do {
      folder = try Descriptor.folder(atPath: base)
    } catch {
      if error.isNotAFolder {
        let obstacle = stepsToBase.first { (try? Descriptor.folder(atPath: $0)) == nil }
        throw AppDataError.notAFolder(obstacle ?? base)
      }
      guard error.isNotFound else { throw error }
      for step in stepsToBase { try Descriptor.makeFolder(atPath: step) }
      folder = try Descriptor.folder(atPath: base)
    }
    if try folder.status().identity == Descriptor.folder(atPath: "/").status().identity {
      throw AppDataError.invalidBaseDirectory(
        variable: "The base", value: base, reason: "it leads to the root of the file system")
    }
    return folder
  }

  /// The paths of all folders on the way to the base, from the top, and its own.
  private var stepsToBase: [String] {
    base.utf8.split(separator: UInt8(ascii: "/")).reduce(into: []) { steps, step in
      steps.append("\(steps.last ?? "")/\(Substring(step))")
    }
  }

  private func openLevel(_ level: FileName, in parent: Descriptor, place: String) throws -> Descriptor {
    let folder: Descriptor
    do {
      folder = try parent.folderMaking(level)
    } catch {
      guard error.isNotAFolder else { throw error }
      throw AppDataError.notAFolder(place)
    }
    let owner = try folder.status().owner
    guard owner == FileStatus.currentUser else {
      throw AppDataError.foreignOwner(folder: place, owner: owner)
    }
    return folder
  }

  /// Opens the marker, or answers nil when neither it nor anything else is there.
  private func markerFile(in folder: Descriptor) throws -> Descriptor? {
    if let file = try openMarker(in: folder) { return file }
    if try folder.entries().isEmpty { return nil }
    // Another app of the group may just have made it.
    if let file = try openMarker(in: folder) { return file }
    throw AppDataError.unmarkedFolder(path)
  }

  private func newMarker(in folder: Descriptor) throws -> Descriptor {
    do {
      return try checked(folder.newFile(Marker.fileName))
    } catch let error as SystemError where error.isAlreadyThere {
      return try checked(folder.fileToChange(Marker.fileName))
    }
  }

  private func openMarker(in folder: Descriptor) throws -> Descriptor? {
    do {
      return try checked(folder.fileToChange(Marker.fileName))
    } catch let error as SystemError where error.isNotFound {
      return nil
    } catch let error as SystemError where error.isReadOnly {
      return try checked(folder.fileToRead(Marker.fileName))
    } catch let error as SystemError where error.isLink || error.isFolder {
      throw AppDataError.markerNotAFile(folder: path)
    }
  }

  private func checked(_ file: Descriptor) throws -> Descriptor {
    guard try file.status().kind == .file else { throw AppDataError.markerNotAFile(folder: path) }
    if use == .locked, try !file.lockAtOnce() {
      throw AppDataError.containerInUse(
        folder: path, by: LockHolder.process(holding: try file.status().identity))
    }
    return file
  }

  /// Whether a killed process or a full disk cut the marker off: such a one is alone in its folder.
  private func isCutOff(_ file: Descriptor, in folder: Descriptor) throws -> Bool {
    guard marker.isCutOff(try file.readAll(expecting: marker.contents.count)) else { return false }
    guard try folder.entries().map(\.name) == [Marker.fileName] else {
      throw AppDataError.unmarkedFolder(path)
    }
    return true
  }

  private func completeMarker(_ file: Descriptor, in folder: Descriptor) throws {
    guard marker.isCutOff(try file.readAll(expecting: marker.contents.count)) else { return }
    if use == .shared { try file.lock() }
    defer { if use == .shared { file.unlock() } }
    guard try isCutOff(file, in: folder) else { return }
    // A file with another name, too, is somebody's outside of the folder.
    guard try file.status().nameCount == 1 else { throw AppDataError.markerNotAFile(folder: path) }
    try file.write(marker.contents)
  }

  private func opened(_ folder: Descriptor, markedBy file: Descriptor) throws -> Opened {
    let found = try file.readAll(expecting: marker.contents.count)
    guard found == marker.contents else {
      throw AppDataError.foreignMarker(
        folder: path, expected: marker.summary, found: Marker.summary(of: found))
    }
    let opened = Opened(
      folder: folder, identity: try folder.status().identity, marker: file,
      markerIdentity: try file.status().identity)
    try verify(opened)
    return opened
  }
}
