public import Foundation
import OperatingSystem

/// A place for files, named by relative paths such as `letters/first.txt`.
///
/// A write replaces the whole file in one step: after a kill the file has its old contents or the new ones, never a
/// mixture. A write does not wait for the disk, so a power cut may lose the latest ones.
public struct FileArea: Sendable {
  private let store: FileStore
  private let gate: WriteGate
  private let now: @Sendable () -> Date

  init(_ store: FileStore, gate: WriteGate, now: @escaping @Sendable () -> Date) {
    self.store = store
    self.gate = gate
    self.now = now
  }

  /// Writes a whole file, and makes missing folders on its path.
  public func write(_ data: Data, to path: String) throws {
    let path = try RelativePath(path)
    try gate.write("\(store.name)/\(path.text)") { try store.write(data, to: path, at: now()) }
  }

  /// Reads a whole file.
  public func read(_ path: String) throws -> Data { try store.read(RelativePath(path)) }

  /// Removes a file, or a folder with everything in it.
  public func remove(_ path: String) throws {
    let path = try RelativePath(path)
    let folder = try gate.write("The removal of \(store.name)/\(path.text)") { try store.remove(path) }
    // That may take long, and no write has to wait for it.
    if let folder { store.delete(folder) }
  }

  /// Copies a file into a folder, below a name that nothing else has there, and returns the path of the copy.
  ///
  /// This is for a file that cannot be read as what it should be, before something takes its place. A copy that is
  /// there already is not made again.
  public func setAside(_ path: String, in folder: String) throws -> String {
    let bytes = try read(path)
    let name = try RelativePath(path).name
    var place = "\(folder)/\(name)"
    var copy = 1
    while try exists(place), try read(place) != bytes {
      copy += 1
      place = "\(folder)/\(copy)/\(name)"
    }
    if try !exists(place) { try write(bytes, to: place) }
    return place
  }

  /// Lists the paths of all files at any depth, sorted; bytes in names that are not UTF-8 appear as `\xNN`.
  public func list() throws -> [String] { try store.list() }

  /// Returns the size of a file in bytes, without reading it; nil where nothing but a folder stands at the path, or nothing.
  package func size(of path: String) throws -> Int? { try store.size(of: RelativePath(path)) }

  /// Tells whether a file or folder stands at a path.
  public func exists(_ path: String) throws -> Bool { try store.exists(RelativePath(path)) }
}

/// The three places for an app's files.
public struct AppFiles: Sendable {
  /// Files that the user made.
  public let documents: FileArea
  /// Files that the app keeps for itself.
  public let library: FileArea
  /// Files that can be made again.
  public let caches: FileArea
}

/// A path that was checked to stay inside its file area.
struct RelativePath {
  let text: String
  let folders: [FileName]
  let name: FileName

  init(_ text: String) throws {
    func refusal(_ reason: String) -> AppDataError { .invalidPath(text, reason: reason) }
    if text.utf8.isEmpty { throw refusal("it is empty") }
    if text.utf8.contains(0) { throw refusal("it contains a NUL character") }
    // The path is split by bytes, because a Character may join "/" with a mark that follows it, and so hide it.
    let steps = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    if text.utf8.first == UInt8(ascii: "/") { throw refusal("it is absolute") }
    if steps.contains("") { throw refusal("a name in it is empty") }
    if steps.contains(where: { $0 == "." || $0 == ".." }) {
      throw refusal("\".\" and \"..\" may not be in it")
    }
    self.text = text
    folders = steps.dropLast().map(FileName.init(_:))
    name = FileName(steps.last ?? "")
  }
}
