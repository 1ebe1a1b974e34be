import Foundation
import OperatingSystem
import Synchronization

/// Values by key, kept in memory and in one property list in a folder of its own.
final class ValueFile: Sendable {
  enum Privacy: Sendable {
    case ordinary
    /// The values are read only while nobody but the user can read the file.
    case secret
  }

  struct Loaded: Sendable {
    var values: [String: PropertyValue] = [:]
    /// The file that the values stand in, nil without values.
    var file: Source?
  }

  /// A file that may be another at the next look.
  struct Source: Sendable {
    let status: FileStatus
    /// Kept open: as long as it is, no other file gets its number, and clocks need not tell the two apart.
    let descriptor: Descriptor
  }

  static let fileName = FileName("values.plist")

  let name: String
  let root: Root
  let folder: FileName
  let privacy: Privacy
  let memory = Mutex<Loaded?>(nil)

  init(name: String, root: Root, folder: FileName, privacy: Privacy = .ordinary) {
    self.name = name
    self.root = root
    self.folder = folder
    self.privacy = privacy
  }

  var place: String { "\(root.path)/\(folder)/\(Self.fileName)" }

  /// All values, read once; where other apps write, too, read again whenever the file is another.
  func values() throws -> [String: PropertyValue] {
    try naming("read", place) { try memory.withLock { try current(&$0).values } }
  }

  func value(_ key: String) throws -> PropertyValue? {
    try naming("read", place) { try memory.withLock { try current(&$0).values[key] } }
  }

  /// Changes the values here and on the disk, or throws and changes neither.
  func change(_ body: (inout [String: PropertyValue]) -> Void) throws {
    try naming("write", place) {
      let opened = try root.making()
      try memory.withLock { memory in
        try root.inTurn(opened) {
          var loaded = try current(&memory)
          body(&loaded.values)
          loaded.file = try store(loaded.values, in: opened)
          memory = loaded
        }
      }
    }
  }

  /// The values as they are now, put into `memory`.
  func current(_ memory: inout Loaded?) throws -> Loaded {
    if let memory, root.use != .shared { return memory }
    guard let folder = try openFolder(), let file = try folder.status(of: Self.fileName) else {
      memory = Loaded()
      return Loaded()
    }
    if let memory, memory.file?.status == file { return memory }
    let loaded = try load(from: folder)
    memory = loaded
    return loaded
  }

  func openFolder() throws -> Descriptor? {
    guard let opened = try root.existing() else { return nil }
    do {
      return try opened.folder.folderIfThere(folder)
    } catch {
      guard error.isNotAFolder else { throw error }
      throw AppDataError.notAFolder("\(root.path)/\(folder)")
    }
  }

  private func load(from folder: Descriptor) throws -> Loaded {
    let file: Descriptor
    do {
      file = try folder.fileToRead(Self.fileName)
    } catch {
      guard error.isLink else { throw error }
      throw AppDataError.notAFile(place)
    }
    let status = try file.status()
    guard status.kind == .file else { throw AppDataError.notAFile(place) }
    if privacy == .secret { try checkPrivacy(of: status, in: folder.status()) }
    let values = try decode(file.readAll(expecting: status.size))
    return Loaded(values: values, file: root.use == .shared ? Source(status: status, descriptor: file) : nil)
  }

  private func checkPrivacy(of file: FileStatus, in folder: FileStatus) throws {
    for (status, path, right) in [
      (folder, "\(root.path)/\(self.folder)", UInt32(0o700)), (file, place, 0o600),
    ] {
      guard status.owner == FileStatus.currentUser else {
        throw AppDataError.foreignOwner(folder: path, owner: status.owner)
      }
      guard status.permissions & 0o077 == 0 else {
        throw AppDataError.secretsReadableByOthers(
          path: path, permissions: status.permissions, right: right)
      }
    }
  }

  private func decode(_ data: Data) throws -> [String: PropertyValue] {
    let list: Any
    do {
      list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    } catch {
      throw AppDataError.damagedFile(place, reason: "it is not a whole property list")
    }
    guard let list = list as? [String: Any] else {
      throw AppDataError.damagedFile(place, reason: "it is not a dictionary with text as keys")
    }
    return try list.reduce(into: [:]) { values, pair in
      guard let value = PropertyValue(foundation: pair.value) else {
        throw AppDataError.damagedFile(place, reason: "the value for \"\(pair.key)\" is of no known type")
      }
      values[pair.key] = value
    }
  }

  /// Writes the values, or removes the file when there are none, and answers the file where it may change.
  private func store(_ values: [String: PropertyValue], in opened: Root.Opened) throws -> Source? {
    if values.isEmpty {
      do {
        if let folder = try openFolder() { try root.remove(Self.fileName, from: folder, of: opened) }
      } catch let error as SystemError where error.isNotFound {}
      return nil
    }
    let data = try PropertyListSerialization.data(
      fromPropertyList: values.mapValues(\.foundation), format: .binary, options: 0)
    let folder: Descriptor
    do {
      folder = try opened.folder.folderMaking(self.folder)
    } catch {
      guard error.isNotAFolder else { throw error }
      throw AppDataError.notAFolder("\(root.path)/\(self.folder)")
    }
    let file = try root.replaceFile(Self.fileName, in: folder, of: opened, with: data)
    return root.use == .shared ? Source(status: try file.status(), descriptor: file) : nil
  }
}
