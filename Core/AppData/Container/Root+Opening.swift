import Foundation

extension Root {
  /// Opens the folder below its base, made and marked if missing, and checks that it is the owner's.
  func open() throws -> Opened {
    try naming("open the container", path) {
      var place = base
      var folder = try openBase()
      for level in levels {
        place += "/\(level)"
        folder = try openLevel(level, in: folder, place: place)
      }
      let marker = try openMarker(in: folder)
      let opened = Opened(
        folder: folder, identity: try folder.status().identity,
        marker: marker, markerIdentity: try marker.status().identity)
      try verify(opened)
      return opened
    }
  }

  private func openBase() throws -> Descriptor {
    let folder: Descriptor
    do {
      folder = try Descriptor.folder(atPath: base)
    } catch let error as SystemError where error.isNotFound {
      for step in stepsToBase { try Descriptor.makeFolder(atPath: step) }
      folder = try Descriptor.folder(atPath: base)
    } catch let error as SystemError where error.isNotAFolder {
      throw AppDataError.notAFolder(stepsToBase.first { (try? Descriptor.folder(atPath: $0)) == nil } ?? base)
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
    } catch let error as SystemError where error.isNotAFolder {
      throw AppDataError.notAFolder(place)
    }
    let owner = try folder.status().owner
    guard owner == FileStatus.currentUser else {
      throw AppDataError.foreignOwner(folder: place, owner: owner)
    }
    return folder
  }

  private func openMarker(in folder: Descriptor) throws -> Descriptor {
    let file = try markerFile(in: folder)
    guard try file.status().kind == .file else { throw AppDataError.markerNotAFile(folder: path) }
    if use == .locked, try !file.lockAtOnce() {
      throw AppDataError.containerInUse(
        folder: path, by: LockHolder.process(holding: try file.status().identity))
    }
    var found = try file.readAll(expecting: marker.contents.count)
    if marker.isCutOff(found) {
      try completeMarker(file, in: folder)
      found = try file.readAll(expecting: marker.contents.count)
    }
    guard found == marker.contents else {
      throw AppDataError.foreignMarker(
        folder: path, expected: marker.summary, found: Marker.summary(of: found))
    }
    return file
  }

  private func markerFile(in folder: Descriptor) throws -> Descriptor {
    do {
      return try folder.fileToChange(Marker.fileName)
    } catch let error as SystemError where error.isLink || error.isFolder {
      throw AppDataError.markerNotAFile(folder: path)
    } catch let error as SystemError where error.isNotFound {
      let wasEmpty = try folder.entries().isEmpty
      do {
        if wasEmpty { return try folder.newFile(Marker.fileName) }
      } catch let error as SystemError where error.isAlreadyThere {}
      return try markerOfAnotherApp(in: folder)
    }
  }

  /// Opens the marker that another app of the group may just have made.
  private func markerOfAnotherApp(in folder: Descriptor) throws -> Descriptor {
    do {
      return try folder.fileToChange(Marker.fileName)
    } catch let error as SystemError where error.isNotFound {
      throw AppDataError.unmarkedFolder(path)
    }
  }

  /// Writes a new marker, or one that a killed process or a full disk cut off: such a one is alone in its folder.
  private func completeMarker(_ file: Descriptor, in folder: Descriptor) throws {
    if use == .shared { try file.lock() }
    defer { if use == .shared { file.unlock() } }
    guard marker.isCutOff(try file.readAll(expecting: marker.contents.count)) else { return }
    guard try folder.entries().map(\.name) == [Marker.fileName] else {
      throw AppDataError.unmarkedFolder(path)
    }
    // A file with another name, too, is somebody's outside of the folder.
    guard try file.status().nameCount == 1 else { throw AppDataError.markerNotAFile(folder: path) }
    try file.write(marker.contents)
  }
}
