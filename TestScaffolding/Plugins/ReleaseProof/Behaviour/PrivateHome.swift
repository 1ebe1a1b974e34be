internal import Foundation

/// A home folder of its own for an app that is tried out.
struct PrivateHome {
  let folder: URL

  /// Makes the folder, with the base directories that apps keep their data in.
  init(below parent: URL) throws {
    folder = parent.appending(path: "home-\(UUID().uuidString)")
    for path in Self.bases.values.sorted() {
      try FileManager.default.createDirectory(
        at: folder.appending(path: path), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
  }

  private static let bases = [
    "XDG_DATA_HOME": ".local/share", "XDG_CONFIG_HOME": ".config", "XDG_CACHE_HOME": ".cache",
    "XDG_STATE_HOME": ".local/state", "XDG_RUNTIME_DIR": "run", "TMPDIR": "tmp",
  ]

  /// The environment of the app: nothing of the user's but where to find programs and libraries.
  func environment(from outer: [String: String]) -> [String: String] {
    var environment = outer.filter { ["PATH", "LD_LIBRARY_PATH"].contains($0.key) }
    environment["HOME"] = folder.path
    environment["LANG"] = "C.UTF-8"
    environment["TERM"] = "dumb"
    for (name, path) in Self.bases { environment[name] = folder.appending(path: path).path }
    return environment
  }

  /// Puts a file into every folder, so that nothing can be erased unnoticed.
  func plantFiles() throws {
    let folders = try snapshot().filter { $0.value.kind == .typeDirectory }.keys
    for path in [""] + folders {
      try Data("planted by verify-release".utf8).write(
        to: folder.appending(path: path).appending(path: "planted"))
    }
  }

  /// What a file is: two equal ones have not been touched.
  struct Entry: Equatable {
    let kind: FileAttributeType
    let permissions: Int
    let modified: Date?
    let contents: Data?
  }

  /// Returns every file and folder, by the path below the home.
  func snapshot() throws -> [String: Entry] {
    let files = FileManager.default
    var entries: [String: Entry] = [:]
    for path in try files.subpathsOfDirectory(atPath: folder.path) {
      let full = folder.appending(path: path).path
      let attributes = try files.attributesOfItem(atPath: full)
      let kind = attributes[.type] as? FileAttributeType ?? .typeUnknown
      entries[path] = Entry(
        kind: kind, permissions: attributes[.posixPermissions] as? Int ?? 0,
        modified: attributes[.modificationDate] as? Date,
        contents: kind == .typeRegular ? files.contents(atPath: full) : nil)
    }
    return entries
  }

  /// Returns what differs, as words about each path.
  static func differences(from before: [String: Entry], to after: [String: Entry]) -> [String] {
    Set(before.keys).union(after.keys).sorted().compactMap { path in
      switch (before[path], after[path]) {
      case (.some, nil): "\(path) is gone"
      case (nil, .some): "\(path) is new"
      case (let old, let new): old == new ? nil : "\(path) is changed"
      }
    }
  }

  /// Removes the folder.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}
