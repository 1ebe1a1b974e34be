#if DEBUG
import AppData
import ControlProtocol
import Foundation
import LocalHTTP
import OperatingSystem

/// What makes the address of an app's workbench: its token and its last port. One user keeps it for one app, so that the
/// page in the browser goes on when the app was ended, built and started again.
struct KeptAddress {
  let token: ControlToken
  private let file: AddressFile
  private var contents: WorkbenchAddress

  /// The port of the last start.
  var port: UInt16? { contents.port }

  /// Reads the file of the app. Makes one with a new token if there is none.
  init(app id: String, environment: [String: String]) throws {
    let file = try AddressFile(app: id, environment: environment)
    self.file = file
    (contents, token) = try file.inTurn {
      guard let data = try file.read() else {
        let token = ControlToken.random()
        let contents = WorkbenchAddress(token: token.text)
        try file.write(JSONEncoder().encode(contents))
        return (contents, token)
      }
      guard let contents = try? JSONDecoder().decode(WorkbenchAddress.self, from: data),
        let token = ControlToken(kept: contents.token)
      else { throw file.refusal("it holds no token") }
      return (contents, token)
    }
  }

  /// Remembers the port for the next start.
  mutating func keep(port: UInt16) throws {
    guard contents.port != port else { return }
    contents.port = port
    try file.inTurn { try file.write(JSONEncoder().encode(contents)) }
  }
}

/// A file that only its user can read, beside the app's containers and in none of them, so that no reset erases it.
private struct AddressFile {
  private let folder: Descriptor
  private let name: FileName
  private let path: String

  init(app id: String, environment: [String: String]) throws {
    let base = try BaseDirectories(environment: environment).state
    (name, path) = (FileName(id), "\(WorkbenchAddress.folder(below: base))/\(id)")
    do {
      folder = try Self.openFolder(below: base)
    } catch let error as SystemError {
      throw Self.failure(error, path)
    }
  }

  /// Runs the body while no other start reads or writes: two at the same time get the same token.
  func inTurn<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      try folder.lock()
      defer { folder.unlock() }
      return try body()
    } catch let error as SystemError {
      throw Self.failure(error, path)
    }
  }

  private static let unfinished = ".unfinished"

  private static func openFolder(below base: String) throws -> Descriptor {
    try Descriptor.makeFolders(atPath: base)
    var place = base
    return try WorkbenchAddress.levels.reduce(Descriptor.folder(atPath: base)) { parent, level in
      place += "/\(level)"
      let folder = try parent.folderMakingIfMissing(FileName(level))
      let status = try folder.status()
      try checkOwner(status, of: place)
      guard status.permissions & 0o022 == 0 else {
        throw ScaffoldingError(
          "The workbench keeps its token below \(place), where others may write. Run: chmod 700 '\(place)'")
      }
      return folder
    }
  }

  /// Returns the contents; nil if there is no file.
  func read() throws -> Data? {
    guard let entry = try folder.status(of: name) else { return nil }
    guard entry.kind == .file else { throw refusal("it is not a plain file") }
    let file = try folder.fileToRead(name)
    // Another file may have taken the name since.
    let status = try file.status()
    guard status.identity == entry.identity else { throw refusal("it was replaced just now") }
    try Self.checkOwner(status, of: path)
    guard status.mode == 0o600 else {
      throw refusal("it has mode \(String(status.mode, radix: 8)) instead of 600")
    }
    guard status.nameCount == 1 else { throw refusal("it has a second name elsewhere") }
    guard status.size <= 4096 else { throw refusal("it holds no token") }
    return try file.readAll(expecting: status.size)
  }

  /// Puts the whole file in its place in one step; the folder is locked.
  func write(_ contents: Data) throws {
    let waiting = FileName(Self.unfinished)
    if try folder.status(of: waiting) != nil { try folder.unlink(waiting) }
    let file = try folder.newFile(waiting)
    try file.setMode(0o600)
    try file.writeAll(Array(contents))
    try folder.rename(waiting, to: folder, as: name)
  }

  private static func checkOwner(_ status: FileStatus, of path: String) throws {
    guard status.owner != FileStatus.currentUser else { return }
    throw ScaffoldingError(
      "The workbench keeps its token in \(path), which belongs to user \(status.owner); the app runs as user "
        + "\(FileStatus.currentUser). Set XDG_STATE_HOME to a folder of your own.")
  }

  private static func failure(_ error: SystemError, _ path: String) -> ScaffoldingError {
    ScaffoldingError(
      "The workbench cannot keep its token in \(path): \(error). "
        + "Set XDG_STATE_HOME to a folder that you can write to.")
  }

  func refusal(_ problem: String) -> ScaffoldingError {
    ScaffoldingError(
      "The workbench keeps its token in \(path), which only its user may read, but \(problem). "
        + "Remove it, and the next start makes a new one.")
  }
}
#endif
