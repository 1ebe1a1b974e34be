import Foundation
import OperatingSystem
import Synchronization

/// The folder behind a file area, and how many files are in it.
final class FileStore: Sendable {
  let name: String
  let root: Root
  let folder: FileName
  /// The exact number of files once known, which it never is where other apps write, too.
  let count = Mutex<Int?>(nil)

  init(name: String, root: Root, folder: FileName) {
    self.name = name
    self.root = root
    self.folder = folder
  }

  var place: String { "\(root.path)/\(folder)" }

  func write(_ data: Data, to path: RelativePath) throws {
    try naming("write", "\(name)/\(path.text)") {
      let opened = try root.making()
      try count.withLock { count in
        try root.inTurn(opened) {
          let parent = try makeParent(of: path, in: opened)
          let earlier = try parent.status(of: path.name)
          if let earlier, earlier.kind == .folder { throw AppDataError.notAFile("\(name)/\(path.text)") }
          try root.replaceFile(path.name, in: parent, of: opened, with: data)
          if earlier == nil { count = count.map { $0 + 1 } }
        }
      }
    }
  }

  func read(_ path: RelativePath) throws -> Data {
    try naming("read", "\(name)/\(path.text)") {
      guard let parent = try parent(of: path) else { throw AppDataError.noSuchFile("\(name)/\(path.text)") }
      let file: Descriptor
      do {
        file = try parent.fileToRead(path.name)
      } catch let error as SystemError where error.isNotFound {
        throw AppDataError.noSuchFile("\(name)/\(path.text)")
      } catch let error as SystemError where error.isLink {
        throw AppDataError.notAFile("\(name)/\(path.text)")
      }
      let status = try file.status()
      guard status.kind == .file else { throw AppDataError.notAFile("\(name)/\(path.text)") }
      return try file.readAll(expecting: status.size)
    }
  }

  func exists(_ path: RelativePath) throws -> Bool {
    try naming("look for", "\(name)/\(path.text)") {
      try parent(of: path)?.status(of: path.name) != nil
    }
  }

  func remove(_ path: RelativePath) throws {
    try naming("remove", "\(name)/\(path.text)") {
      guard let opened = try root.existing() else { throw AppDataError.noSuchFile("\(name)/\(path.text)") }
      try count.withLock { count in
        try root.inTurn(opened) {
          guard let parent = try parent(of: path), let status = try parent.status(of: path.name) else {
            throw AppDataError.noSuchFile("\(name)/\(path.text)")
          }
          let inside =
            status.kind == .folder
            ? try Self.countFiles(in: parent.folder(path.name), place: "\(name)/\(path.text)") : 1
          try root.remove(path.name, from: parent, of: opened)
          count = count.map { $0 - inside }
        }
      }
    }
  }

  func list() throws -> [String] {
    try naming("list", name) {
      guard let folder = try openFolder() else { return [] }
      var walk = try TreeWalk(folder, place: place)
      var paths: [String] = []
      while let (_, entry) = try walk.next() { paths.append("\(walk.folderPath)\(entry.name)") }
      return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  static func countFiles(in folder: Descriptor, place: String) throws -> Int {
    var walk = try TreeWalk(folder, place: place)
    var files = 0
    while try walk.next() != nil { files += 1 }
    return files
  }

  /// Opens the area's folder, or answers nil when there is none.
  func openFolder() throws -> Descriptor? {
    guard let opened = try root.existing() else { return nil }
    return try step(into: folder, of: opened.folder, place)
  }

  private func parent(of path: RelativePath) throws -> Descriptor? {
    guard var current = try openFolder() else { return nil }
    for level in path.folders {
      guard let next = try step(into: level, of: current, "\(name)/\(path.text)") else { return nil }
      current = next
    }
    return current
  }

  private func step(into level: FileName, of parent: Descriptor, _ place: String) throws -> Descriptor? {
    do {
      return try parent.folderIfThere(level)
    } catch {
      guard error.isNotAFolder else { throw error }
      throw AppDataError.notAFolder(place)
    }
  }

  private func makeParent(of path: RelativePath, in opened: Root.Opened) throws -> Descriptor {
    try ([folder] + path.folders).reduce(opened.folder) { parent, level in
      if let found = try step(into: level, of: parent, "\(name)/\(path.text)") { return found }
      try root.makeFolder(level, in: parent, of: opened)
      return try parent.folder(level)
    }
  }
}
