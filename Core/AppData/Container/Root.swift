import Foundation
import OperatingSystem
import Synchronization

/// A marked folder that belongs to one app or group: the only place where data is written or erased.
final class Root: Sendable {
  enum Use: Sendable {
    /// The folder's marker is locked as long as the folder is open.
    case locked
    /// Another root of the container holds the lock.
    case underLockOfAnother
    /// Several apps use the folder, each write in its turn.
    case shared
  }

  /// The folder while it is open, and the marker that made it acceptable.
  struct Opened: Sendable {
    let folder: Descriptor
    let identity: FileIdentity
    let marker: Descriptor
    let markerIdentity: FileIdentity
  }

  let base: String
  let levels: [FileName]
  let marker: Marker
  let use: Use
  private let opened = Mutex<Opened?>(nil)
  private let turn = Mutex<Void>(())
  let trashTurn = Mutex<Void>(())

  init(base: String, levels: [String], marker: Marker, use: Use) {
    self.base = base
    self.levels = levels.map(FileName.init(_:))
    self.marker = marker
    self.use = use
    path = ([base] + levels).joined(separator: "/")
  }

  let path: String

  deinit {
    // A child process that is just being started has copies of all descriptors and would keep the lock.
    if use == .locked { opened.withLock { $0?.marker.unlock() } }
  }

  /// The folder, or nil as long as there is none or an empty one; a foreign folder in its place is refused.
  func existing() throws -> Opened? {
    try opened.withLock { opened in
      if opened == nil, try Descriptor.status(atPath: path) != nil { opened = try openMarked() }
      return opened
    }
  }

  /// Whether anything stands at the name in the folder.
  func holds(_ name: FileName) throws -> Bool {
    try existing()?.folder.status(of: name) != nil
  }

  /// The folder, made and marked when there is none.
  func making() throws -> Opened {
    try opened.withLock { current in
      if let current { return current }
      let new = try openMaking()
      current = new
      return new
    }
  }

  /// Runs a change while no other process that shares the folder makes one.
  func inTurn<Result: Sendable>(
    _ opened: Opened, _ body: () throws -> Result
  ) throws -> Result {
    guard use == .shared else { return try body() }
    return try turn.withLock { _ in
      try opened.marker.lock()
      defer { opened.marker.unlock() }
      return try body()
    }
  }
}
