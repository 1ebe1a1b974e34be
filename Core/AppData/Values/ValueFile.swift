import Foundation
import OperatingSystem
import Synchronization

/// Values by key, kept in memory and in one property list, which has a folder of its own.
final class ValueFile: RootedPart {
  private struct Loaded: Sendable {
    var values: [String: PropertyValue] = [:]
    /// The file that holds the values; nil if there is none, or if no other app can replace it.
    var file: Source?
  }

  /// A file that another app may replace.
  private struct Source: Sendable {
    let status: FileStatus
    /// Kept open, so that its inode number is not reused: another file is noticed even if its times are the same.
    let descriptor: Descriptor
  }

  private static let fileName = FileName("values.plist")

  let name: String
  let root: Root
  let folder: FileName
  /// Whether reading is refused if other users can read the file.
  private let isSecret: Bool
  /// Turns a stored key into a name for people.
  private let label: @Sendable (String) -> String
  private let memory = Mutex<Loaded?>(nil)

  init(
    name: String, root: Root, folder: FileName, isSecret: Bool = false,
    label: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.name = name
    self.root = root
    self.folder = folder
    self.isSecret = isSecret
    self.label = label
  }

  var place: String { "\(folderPath)/\(Self.fileName)" }

  /// All values. They are read once or, where other apps write too, whenever the file was replaced.
  func values() throws -> [String: PropertyValue] {
    try naming("read", place) { try memory.withLock { try current(&$0).values } }
  }

  func value(_ key: String) throws -> PropertyValue? {
    try naming("read", place) { try memory.withLock { try current(&$0).values[key] } }
  }

  /// Stores a value, or removes it for nil, unless the gate is closed.
  func set(_ value: PropertyValue?, _ key: String, through gate: WriteGate) throws {
    try gate.write("\(name) \"\(key)\"") { try set(value, key) }
  }

  func set(_ value: PropertyValue?, _ key: String) throws { try change { $0[key] = value } }

  /// Stores several values in one step, and removes those that are nil, unless the gate is closed.
  func set(_ values: [String: PropertyValue?], through gate: WriteGate) throws {
    try gate.write("\(name) \(values.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", "))") {
      try change { all in for (key, value) in values { all[key] = value } }
    }
  }

  /// Keeps a copy of a value under a key of its own, unless the gate is closed. Returns the key; nil when there is no value.
  func setAside(_ key: String, through gate: WriteGate) throws -> String? {
    guard try value(key) != nil else { return nil }
    return try gate.write("\(name) \"\(key)\"") {
      try change { values in
        guard let value = values[key] else { return nil }
        var (copy, number) = ("\(key).unreadable", 1)
        while let other = values[copy], other.canonicalBytes != value.canonicalBytes {
          number += 1
          copy = "\(key).unreadable.\(number)"
        }
        values[copy] = value
        return copy
      }
    }
  }

  /// Changes values in memory and on the disk, or throws and changes neither.
  private func change<Result: Sendable>(
    _ body: (inout [String: PropertyValue]) -> Result
  ) throws -> Result {
    try naming("write", place) {
      let opened = try root.making()
      return try memory.withLock { memory in
        try root.inTurn(opened) {
          var loaded = try current(&memory)
          let result = body(&loaded.values)
          loaded.file = try store(loaded.values, in: opened)
          memory = loaded
          return result
        }
      }
    }
  }

  // MARK: - Counting and erasing

  func inventory() throws -> Inventory {
    Inventory(
      try values().map { key, value in
        let bytes = value.canonicalBytes
        return Inventory.Entry(key: label(key), bytes: bytes.count, digest: Digest(of: bytes))
      })
  }

  /// Moves the folder to the trash and forgets the values. A file that cannot be read counts as one value.
  func erase(in opened: MarkedFolder) throws -> ErasureResult {
    try memory.withLock { memory in
      try root.inTurn(opened) {
        guard try opened.folder.status(of: folder) != nil else {
          memory = Loaded()
          return ErasureResult(part: name, count: 0)
        }
        let erased = (try? current(&memory).values.count) ?? 1
        let moved = try opened.moveAside(folder)
        memory = Loaded()
        guard let moved, moved.status.kind != .folder else {
          return ErasureResult(part: name, count: erased)
        }
        return erasedNoFolder
      }
    }
  }

  func take(_ name: FileName, files: Int, in opened: MarkedFolder) throws {
    try memory.withLock { memory in
      memory = nil
      try root.inTurn(opened) { try replaceFolder(by: name, in: opened) }
    }
  }

  // MARK: - The file

  /// Returns the current values, and puts them into `memory`.
  private func current(_ memory: inout Loaded?) throws -> Loaded {
    if let memory, !root.isShared { return memory }
    guard let folder = try openFolder(), let file = try folder.status(of: Self.fileName) else {
      memory = Loaded()
      return Loaded()
    }
    if let memory, memory.file?.status == file { return memory }
    do {
      let loaded = try load(from: folder)
      memory = loaded
      return loaded
    } catch let error as SystemError where error.isNotFound {
      // Another app of the group has removed it meanwhile.
      memory = Loaded()
      return Loaded()
    }
  }

  private func load(from folder: Descriptor) throws -> Loaded {
    let file: Descriptor
    do {
      file = try folder.fileToRead(Self.fileName)
    } catch {
      guard error.isLink || error.isSocket else { throw error }
      throw AppDataError.notAFile(place)
    }
    let status = try file.status()
    guard status.kind == .file else { throw AppDataError.notAFile(place) }
    if isSecret {
      try checkPrivacy(of: folder.status(), folderPath, right: 0o700)
      try checkPrivacy(of: status, place, right: 0o600)
    }
    let values = try decode(file.readAll(of: status, at: place))
    return Loaded(values: values, file: root.isShared ? Source(status: status, descriptor: file) : nil)
  }

  private func checkPrivacy(of status: FileStatus, _ path: String, right: UInt32) throws {
    guard status.owner == FileStatus.currentUser else {
      throw AppDataError.foreignOwner(folder: path, owner: status.owner)
    }
    guard status.permissions & 0o077 == 0 else {
      throw AppDataError.secretsReadableByOthers(path: path, permissions: status.permissions, right: right)
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

  /// Writes the values, or removes the file when there are none. Returns the file if other apps may replace it.
  private func store(_ values: [String: PropertyValue], in opened: MarkedFolder) throws -> Source? {
    if values.isEmpty {
      do {
        if let folder = try openFolder() { try opened.remove(Self.fileName, from: folder) }
      } catch let error as SystemError where error.isNotFound {}
      return nil
    }
    let data = BinaryPropertyList.data(values)
    let folder = try openingFolder(at: folderPath) { try opened.folder.folderMakingIfMissing(self.folder) }
    let file = try opened.replaceFile(Self.fileName, in: folder, with: data)
    return root.isShared ? Source(status: try file.status(), descriptor: file) : nil
  }
}
