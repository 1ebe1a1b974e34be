import Foundation
import OperatingSystem
import Synchronization

/// The folder behind a file area, and how many files are in it.
final class FileStore: RootedPart {
  let name: String
  let root: Root
  let folder: FileName
  private struct Count {
    /// The exact number; nil until it is known, and always nil where other apps write too.
    var files: Int?
    /// How often the number has changed, or may have.
    var changes = 0

    mutating func change(to files: Int?) { (self.files, changes) = (files, changes + 1) }
  }

  private let count = Mutex(Count())

  init(name: String, root: Root, folder: FileName) {
    self.name = name
    self.root = root
    self.folder = folder
  }

  var place: String { folderPath }

  // MARK: - One file

  func write(_ data: Data, to path: RelativePath, at date: Date) throws {
    try naming("write", label(path)) {
      let opened = try root.making()
      try count.withLock { count in
        try root.inTurn(opened) {
          let parent = try makeParent(of: path, in: opened)
          let earlier = try parent.status(of: path.name)
          if let earlier, earlier.kind == .folder { throw AppDataError.notAFile(label(path)) }
          try opened.replaceFile(path.name, in: parent, with: data, modified: date)
          count.change(to: earlier == nil ? count.files.map { $0 + 1 } : count.files)
        }
      }
    }
  }

  func read(_ path: RelativePath) throws -> Data {
    try naming("read", label(path)) {
      guard let parent = try parent(of: path) else { throw AppDataError.noSuchFile(label(path)) }
      let file: Descriptor
      do {
        file = try parent.fileToRead(path.name)
      } catch let error as SystemError where error.isNotFound {
        throw AppDataError.noSuchFile(label(path))
      } catch let error as SystemError where error.isLink || error.isSocket {
        throw AppDataError.notAFile(label(path))
      }
      let status = try file.status()
      guard status.kind == .file else { throw AppDataError.notAFile(label(path)) }
      return try file.readAll(of: status, at: label(path))
    }
  }

  func exists(_ path: RelativePath) throws -> Bool {
    try naming("look for", label(path)) { try parent(of: path)?.status(of: path.name) != nil }
  }

  func size(of path: RelativePath) throws -> Int? {
    try naming("look for", label(path)) {
      guard let status = try parent(of: path)?.status(of: path.name), status.kind != .folder else {
        return nil
      }
      return status.size
    }
  }

  /// Returns the name of a folder in the trash, which then has to be deleted.
  func remove(_ path: RelativePath) throws -> FileName? {
    try naming("remove", label(path)) {
      guard let opened = try root.existing() else { throw AppDataError.noSuchFile(label(path)) }
      return try count.withLock { count in
        try root.inTurn(opened) { () -> FileName? in
          guard let parent = try parent(of: path), let status = try parent.status(of: path.name) else {
            throw AppDataError.noSuchFile(label(path))
          }
          let inside =
            status.kind == .folder
            ? try Self.countFiles(in: parent.folder(path.name), place: label(path)) : 1
          let trash = try opened.remove(path.name, from: parent)
          count.change(to: count.files.map { $0 - inside })
          return status.kind == .folder ? trash : nil
        }
      }
    }
  }

  /// Deletes a folder of the trash. What cannot be deleted now is deleted with the rest of it.
  func delete(_ trash: FileName) {
    if let opened = try? root.existing() { Deletion(in: opened.folder).delete(trash) }
  }

  private func label(_ path: RelativePath) -> String { "\(name)/\(path.text)" }

  private func parent(of path: RelativePath) throws -> Descriptor? {
    guard var current = try openFolder() else { return nil }
    for level in path.folders {
      guard let next = try step(to: level, of: path, in: current) else { return nil }
      current = next
    }
    return current
  }

  private func step(
    to level: FileName, of path: RelativePath, in parent: Descriptor
  ) throws -> Descriptor? {
    try openingFolder(at: label(path)) { try parent.folderIfThere(level) }
  }

  private func makeParent(of path: RelativePath, in opened: MarkedFolder) throws -> Descriptor {
    try ([folder] + path.folders).reduce(opened.folder) { parent, level in
      if let found = try step(to: level, of: path, in: parent) { return found }
      try opened.makeFolder(level, in: parent)
      return try parent.folder(level)
    }
  }

  // MARK: - All files

  func list() throws -> [String] {
    try naming("list", name) {
      guard let folder = try openFolder() else { return [] }
      var walk = try TreeWalk(folder, place: place)
      var paths: [String] = []
      while let (_, entry) = try walk.next() { paths.append("\(walk.folderPath)\(entry.name)") }
      return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  func inventory() throws -> Inventory {
    try naming("list", place) {
      try count.withLock { count in
        guard let folder = try openFolder() else {
          count.files = knowable(0)
          return Inventory([])
        }
        var walk = try TreeWalk(folder, place: place)
        var entries: [Inventory.Entry] = []
        while let (parent, entry) = try walk.next() {
          let path = "\(walk.folderPath)\(entry.name)"
          if let found = try naming("read", "\(place)/\(path)", { try Self.entry(path, entry, in: parent) }) {
            entries.append(found)
          }
        }
        count.files = knowable(entries.count)
        return Inventory(entries)
      }
    }
  }

  private static func entry(
    _ path: String, _ entry: Descriptor.Entry, in folder: Descriptor
  ) throws -> Inventory.Entry? {
    do {
      switch entry.kind {
      case .file:
        var hash = SHA256()
        var size = 0
        try folder.fileToRead(entry.name).readPieces {
          hash.update($0)
          size += $0.count
        }
        return Inventory.Entry(key: path, bytes: size, digest: hash.finish())
      case .link:
        let target = try folder.target(ofLink: entry.name)
        return Inventory.Entry(key: path, bytes: target.count, digest: Digest(of: target))
      case .folder, .socket, .other:
        return Inventory.Entry(key: path, bytes: 0, digest: Digest(of: []))
      }
    } catch let error as SystemError where error.isNotFound {
      return nil
    }
  }

  func erase(in opened: MarkedFolder) throws -> ErasureResult {
    try count.withLock { count in
      // What others have put there is not in a number that was noted.
      let known = count.files.flatMap { $0 > 0 ? $0 : nil }
      let moved = try root.inTurn(opened) { () -> (kind: FileKind, files: Result<Int, any Error>)? in
        // Not in the trash: that may be emptied at any moment, by another app of the group as well.
        let files =
          known.map(Result.success)
          ?? Result { try Self.countFiles(in: opened.folder.folder(folder), place: place) }
        return try opened.moveAside(folder).map { ($0.status.kind, files) }
      }
      count.change(to: knowable(0))
      guard let moved else { return ErasureResult(part: name, count: 0) }
      guard moved.kind == .folder else { return erasedNoFolder }
      switch moved.files {
      case .success(let files): return ErasureResult(part: name, count: files)
      case .failure(let error):
        let failure = ErasureFailure(item: place, reason: "it is erased but could not be counted: \(error)")
        return ErasureResult(part: name, count: 0, failures: [failure])
      }
    }
  }

  func take(_ name: FileName, files: Int, in opened: MarkedFolder) throws {
    try count.withLock { count in
      count.change(to: nil)
      try root.inTurn(opened) { try replaceFolder(by: name, in: opened) }
      count.files = knowable(files)
    }
  }

  // MARK: - The count

  /// Whether the area is empty; if so, its count is known to be zero.
  func isKnownEmpty() -> Bool {
    count.withLock { count in
      // A folder that cannot be read now reports its error when it is used.
      guard (try? verifyEmpty()) == true else { return false }
      count.files = knowable(0)
      return true
    }
  }

  /// Counts the files now, so that an erasure does not have to. Nobody waits for it: what is written meanwhile makes it
  /// count again, a few times.
  func prepareCount(isCancelled: () -> Bool) {
    for _ in 1...3 where !isCancelled() {
      let (files, changes) = count.withLock { ($0.files, $0.changes) }
      // A folder that cannot be counted now is counted when it is erased, and reports its error then.
      guard files == nil, !root.isShared,
        let found = try? openFolder().map({
          try Self.countFiles(in: $0, place: place, isCancelled: isCancelled)
        }) ?? 0, !isCancelled()
      else { return }
      let isDone = count.withLock { count in
        guard count.changes == changes else { return false }
        count.files = found
        return true
      }
      if isDone { return }
    }
  }

  private func knowable(_ number: Int) -> Int? { root.isShared ? nil : number }

  private static func countFiles(
    in folder: Descriptor, place: String, isCancelled: () -> Bool = { false }
  ) throws -> Int {
    var walk = try TreeWalk(folder, place: place)
    var files = 0
    while !isCancelled(), try walk.next() != nil { files += 1 }
    return files
  }
}
