import Foundation
import OperatingSystem

/// The contents of the marker file in a container's folder.
package struct Marker: Sendable {
  static let fileName = FileName(".cleanslate-container")
  /// A file of more bytes is no marker.
  static let longest = 4_096

  let contents: Data

  static func app(_ id: String) -> Marker { Marker(owner: "app \(id)") }
  static func group(_ id: String) -> Marker { Marker(owner: "group \(id)") }

  /// The version of the form in which containers keep data.
  package static let format = 1

  package init(owner: String) {
    contents = Data("CleanSlate container\nformat \(Self.format)\n\(owner)\n".utf8)
  }

  /// The contents on one line, for error messages.
  static func summary(of contents: Data) -> String {
    String(decoding: contents.prefix(200), as: UTF8.self).split(separator: "\n").joined(separator: ", ")
  }
}

/// Where a container's folder is, and how to open it: each step below the base is checked, and none follows a link.
package struct ContainerPlace: Sendable {
  package enum Use: Sendable {
    /// The folder's marker stays locked while the folder is open.
    case locked
    /// Several apps use the folder, and take turns to write.
    case shared
  }

  let path: String
  let use: Use
  private let base: String
  /// The variables that can name another base.
  private let variables: [String]
  private let levels: [FileName]
  private let marker: Marker

  init(below base: String, in bases: BaseDirectories, _ levels: [String], marker: Marker, use: Use) {
    self.init(below: base, of: bases.variables(for: base), levels, marker: marker, use: use)
  }

  /// Describes a place below a base, which the variables can name.
  package init(
    below base: String, of variables: [String], _ levels: [String], marker: Marker, use: Use
  ) {
    path = ([base] + levels).joined(separator: "/")
    self.use = use
    self.base = base
    self.variables = variables
    self.levels = levels.map(FileName.init(_:))
    self.marker = marker
  }

  /// Opens the folder and checks that it belongs to the owner; makes and marks it if it is missing.
  func openMaking() throws -> MarkedFolder {
    try naming("open the container", path) {
      let folder = try openFolder()
      let file = try markerFile(in: folder) ?? newMarker(in: folder)
      try completeMarker(file, in: folder)
      return try MarkedFolder(folder, at: path, markedBy: file, as: marker)
    }
  }

  /// Opens the folder without writing a marker, so that reading needs no disk space; nil without a complete marker.
  func openMarked() throws -> MarkedFolder? {
    try naming("open the container", path) {
      let folder = try openFolder()
      guard let file = try markerFile(in: folder), try !isCutOff(file, in: folder) else { return nil }
      return try MarkedFolder(folder, at: path, markedBy: file, as: marker)
    }
  }

  // MARK: - The folders

  private func openFolder() throws -> Descriptor {
    var place = base
    return try levels.reduce(openBase()) { folder, level in
      let parent = place
      place += "/\(level)"
      return try openLevel(level, in: folder, at: parent)
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
      if error.isDenied {
        // What is in a folder that refuses cannot be seen.
        let obstacle = stepsToBase.last { (try? Descriptor.status(atPath: $0)) != nil }
        throw refusal(by: obstacle ?? "/", error)
      }
      guard error.isNotFound else { throw error }
      for (parent, step) in zip(["/"] + stepsToBase, stepsToBase) {
        do {
          try making(in: parent) { try Descriptor.makeFolder(atPath: step) }
        } catch let error as SystemError where error.isNotFound {
          // So refuses a file system that takes no folders, such as /proc.
          throw refusal(by: parent, error)
        }
        // A link that leads nowhere.
        guard try Descriptor.status(atPath: step, followingLinks: true) != nil else {
          throw AppDataError.notAFolder(step)
        }
      }
      folder = try Descriptor.folder(atPath: base)
    }
    if try folder.status().identity == Descriptor.folder(atPath: "/").status().identity {
      throw AppDataError.invalidBaseDirectory(
        variable: variables.count == 1 ? variables[0] : "The base", value: base,
        reason: "it leads to the root of the file system")
    }
    return folder
  }

  /// The paths of all folders from the top down to the base, the base included.
  private var stepsToBase: [String] {
    base.utf8.split(separator: UInt8(ascii: "/")).reduce(into: []) { steps, step in
      steps.append("\(steps.last ?? "")/\(Substring(step))")
    }
  }

  private func openLevel(
    _ level: FileName, in parent: Descriptor, at parentPlace: String
  ) throws -> Descriptor {
    let place = "\(parentPlace)/\(level)"
    let folder = try openingFolder(at: place) {
      try parent.folderIfThere(level)
        ?? making(in: parentPlace) { try parent.folderMakingIfMissing(level) }
    }
    let status = try folder.status()
    guard status.owner == FileStatus.currentUser else {
      throw AppDataError.foreignOwner(folder: place, owner: status.owner)
    }
    guard status.permissions & 0o022 == 0 else {
      throw AppDataError.writableByOthers(folder: place, permissions: status.permissions)
    }
    return folder
  }

  /// Makes something in a folder, which may refuse that.
  private func making<Result>(in folder: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SystemError where error.isDenied || error.isReadOnly {
      throw refusal(by: folder, error)
    }
  }

  private func refusal(by folder: String, _ error: SystemError) -> AppDataError {
    .baseDirectoryRefused(folder: folder, variables: variables, code: error.code)
  }

  // MARK: - The marker

  /// Opens the marker. Returns nil if the folder is empty; throws if it has contents but no marker.
  private func markerFile(in folder: Descriptor) throws -> Descriptor? {
    if let file = try openMarker(in: folder) { return file }
    if try folder.entries().isEmpty { return nil }
    // Another app of the group may have made the marker in the meantime.
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
    } catch let error as SystemError where error.isLink || error.isFolder || error.isSocket {
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

  /// Whether a killed process or a full disk cut the marker off. A marker that was cut off is alone in its folder;
  /// throws if this one is not.
  private func isCutOff(_ file: Descriptor, in folder: Descriptor) throws -> Bool {
    guard try isBeginning(file) else { return false }
    if try folder.entries().map(\.name) == [Marker.fileName] { return true }
    // Another app of the group may have completed the marker, and written, since it was read.
    guard try !isBeginning(file) else { throw AppDataError.unmarkedFolder(path) }
    return false
  }

  private func isBeginning(_ file: Descriptor) throws -> Bool {
    let found = try file.readAll(expecting: marker.contents.count, limit: Marker.longest)
    return found.count < marker.contents.count && marker.contents.starts(with: found)
  }

  private func completeMarker(_ file: Descriptor, in folder: Descriptor) throws {
    guard try isBeginning(file) else { return }
    if use == .shared { try file.lock() }
    defer { if use == .shared { file.unlock() } }
    guard try isCutOff(file, in: folder) else { return }
    // A marker that also has another name belongs to something outside of the folder.
    guard try file.status().nameCount == 1 else { throw AppDataError.markerNotAFile(folder: path) }
    try file.write(marker.contents)
  }
}
