public import Foundation

/// A place for files, named by relative paths such as `letters/first.txt`.
///
/// A write replaces the whole file in one step, so that a killed process leaves the old contents or the
/// new, never a mixture. It does not wait for the disk: a power cut may lose the latest writes.
public struct FileArea: Sendable {
  let store: FileStore
  let gate: WriteGate

  /// Writes a whole file, and makes the folders on its path.
  public func write(_ data: Data, to path: String) throws {
    let path = try RelativePath(path)
    try gate.write("\(store.name)/\(path.text)") { try store.write(data, to: path) }
  }

  /// Reads a whole file.
  public func read(_ path: String) throws -> Data { try store.read(RelativePath(path)) }

  /// Removes a file, or a folder with everything in it.
  public func remove(_ path: String) throws {
    let path = try RelativePath(path)
    try gate.write("The removal of \(store.name)/\(path.text)") { try store.remove(path) }
  }

  /// Lists the paths of all files at any depth, sorted; bytes in names that are not UTF-8 appear as `\xNN`.
  public func list() throws -> [String] { try store.list() }

  /// Tells whether a file or folder stands at a path.
  public func exists(_ path: String) throws -> Bool { try store.exists(RelativePath(path)) }
}

/// The three places for an app's files.
public struct AppFiles: Sendable {
  /// What the user made.
  public let documents: FileArea
  /// What the app keeps for itself.
  public let library: FileArea
  /// What can be made again.
  public let caches: FileArea
}
