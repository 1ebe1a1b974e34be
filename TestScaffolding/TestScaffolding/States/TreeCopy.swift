#if DEBUG
import AppData
import OperatingSystem

/// Copies what is in a folder to another one. Files are shared by hard links where the file system has them.
///
/// A shared file is safe because the container replaces a file whole and never writes into one. Nothing here changes a
/// file that is there, its permissions or its dates. No link is followed.
struct TreeCopy {
  private let source: Descriptor
  private let target: Descriptor
  /// Where the source is, for error messages.
  private let place: String
  private let device: UInt64
  /// Whether files can be shared between the two folders, until one cannot.
  private var sharesFiles = true

  /// Copies everything, and returns the number of files.
  static func copy(_ source: Descriptor, at place: String, to target: Descriptor) throws -> Int {
    var copy = TreeCopy(
      source: source, target: target, place: place, device: try source.status().identity.device)
    return try copy.run()
  }

  private init(source: Descriptor, target: Descriptor, place: String, device: UInt64) {
    (self.source, self.target, self.place, self.device) = (source, target, place, device)
  }

  /// Goes through the folders by their paths from the top, so that no depth needs more than a few open folders.
  private mutating func run() throws -> Int {
    var waiting: [[FileName]] = [[]]
    var files = 0
    while let path = waiting.popLast() {
      let from = try path.reduce(source) { try $0.folder($1) }
      let to = try path.reduce(target) { try $0.folder($1) }
      guard try from.status().identity.device == device else { throw AppDataError.mountPoint(text(path)) }
      for entry in try from.entries() {
        switch entry.kind {
        case .folder:
          try to.makeFolder(entry.name)
          waiting.append(path + [entry.name])
        case .file:
          try share(entry.name, in: from, with: to)
          files += 1
        case .link, .socket, .other: throw AppDataError.notAFile(text(path + [entry.name]))
        }
      }
    }
    return files
  }

  private func text(_ path: [FileName]) -> String {
    ([place] + path.map(\.description)).joined(separator: "/")
  }

  private mutating func share(_ name: FileName, in from: Descriptor, with to: Descriptor) throws {
    if sharesFiles {
      do throws(SystemError) {
        return try from.link(name, to: to, as: name)
      } catch {
        guard error.isUnlinkable else { throw error }
        sharesFiles = false
      }
    }
    let file = try from.fileToRead(name)
    let status = try file.status()
    guard status.kind == .file else { throw AppDataError.notAFile("\(place)/…/\(name)") }
    let copy = try to.newFile(name)
    try file.readPieces { try copy.writeAll($0) }
    try copy.setModificationTime(secondsSince1970: status.modified)
  }
}
#endif
