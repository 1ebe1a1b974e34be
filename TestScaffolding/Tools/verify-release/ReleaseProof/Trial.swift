import Foundation
import OperatingSystem
import Processes

/// A running app whose standard input stays open until it is closed here.
final class Trial {
  private let process: RunningProcess
  private let input = Pipe()
  private let outputFile: URL
  private let errorFile: URL

  /// Starts the app, and redirects its output to files below a folder.
  init(of executable: String, arguments: [String], home: PrivateHome, outputs folder: URL) throws {
    let name = UUID().uuidString
    outputFile = folder.appending(path: "output-\(name)")
    errorFile = folder.appending(path: "errors-\(name)")
    // Foundation's `Process` leaves one of its own sockets open in the child, which would count as the app's.
    process = try Spawn(
      executable, arguments, environment: home.environment(from: ProcessInfo.processInfo.environment),
      folder: home.folder.path,
      descriptors: [
        0: Descriptor(borrowing: input.fileHandleForReading.fileDescriptor),
        1: try Descriptor.open(outputFile.path, .replacing),
        2: try Descriptor.open(errorFile.path, .replacing),
      ]
    ).start()
  }

  deinit {
    closeInput()
    if ending(within: .zero) == nil { stop() }
  }

  var identifier: Int32 { process.identifier }
  /// What the app has written to standard output so far.
  var outputText: String { Self.text(outputFile) }
  /// What the app has written to standard error so far.
  var errorText: String { Self.text(errorFile) }

  /// Returns how the app ended; nil if it still runs after this time.
  func ending(within patience: Duration) -> ExitStatus? { process.waitForExit(until: Deadline(in: patience)) }

  /// Returns how the app ended by itself; if it still runs after this time, kills it and returns nil.
  func lastEnding(within patience: Duration) -> ExitStatus? {
    let ending = ending(within: patience)
    if ending == nil { stop() }
    return ending
  }

  /// Closes the standard input, which tells an app that reads lines to end.
  func closeInput() { try? input.fileHandleForWriting.close() }

  private func stop() {
    process.signal(.kill)
    _ = process.waitForExit(until: nil)
  }

  private static func text(_ file: URL) -> String {
    (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// The sockets on which a process listens, as a control server does, according to `/proc`. Those by which it asks others, such
/// as a display or a server, are its own affair.
enum SocketTable {
  /// Returns a description of each such socket of the process, by inode number.
  static func listeningSockets(of process: Int32) -> [String: String] {
    let origins = origins(seenBy: process)
    let folder = "/proc/\(process)/fd"
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var sockets: [String: String] = [:]
    for descriptor in descriptors {
      guard
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)"),
        target.hasPrefix("socket:[")
      else { continue }
      let inode = String(target.dropFirst("socket:[".count).dropLast())
      if let origin = origins[inode] { sockets[inode] = "descriptor \(descriptor): \(origin)" }
    }
    return sockets
  }

  /// The kernel's line about each socket that listens, after the name of its table, by inode number.
  private static func origins(seenBy process: Int32) -> [String: String] {
    var origins: [String: String] = [:]
    // Here all tables have the state in the fourth column.
    for (table, listening, inode) in [("unix", "00010000", 6), ("tcp", "0A", 9), ("tcp6", "0A", 9)] {
      // `Data(contentsOf:)` does not work here, because files below /proc have a size of zero.
      guard let handle = FileHandle(forReadingAtPath: "/proc/\(process)/net/\(table)"),
        let data = try? handle.readToEnd()
      else { continue }
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > inode, fields[3] == listening else { continue }
        origins[String(fields[inode])] = "\(table) \(fields.joined(separator: " "))"
      }
    }
    return origins
  }
}

/// A private home folder for an app under trial.
struct PrivateHome {
  let folder: URL

  /// Creates the folder, with the base directories for the data of apps.
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

  /// The app's environment. Of the user's variables it contains only the search paths of programs and libraries.
  func environment(from outer: [String: String]) -> [String: String] {
    var environment = outer.filter { ["PATH", "LD_LIBRARY_PATH"].contains($0.key) }
    environment["HOME"] = folder.path
    environment["LANG"] = "C.UTF-8"
    environment["TERM"] = "dumb"
    for (name, path) in Self.bases { environment[name] = folder.appending(path: path).path }
    return environment
  }

  /// Puts a file into every folder, so that erasing any of them would be noticed.
  func plantFiles() throws {
    let folders = try snapshot().filter { $0.value.kind == .typeDirectory }.keys
    for path in [""] + folders {
      try Data("planted by verify-release".utf8).write(
        to: folder.appending(path: path).appending(path: "planted"))
    }
  }

  /// The state of a file. If two are equal, the file has not been touched.
  struct Entry: Equatable {
    let kind: FileAttributeType
    let permissions: Int
    let modified: Date?
    let contents: Data?
  }

  /// Returns the state of every file and folder, by its path relative to the home.
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

  /// Returns the differences, with one sentence for each path.
  static func differences(from before: [String: Entry], to after: [String: Entry]) -> [String] {
    Set(before.keys).union(after.keys).sorted().compactMap { path in
      switch (before[path], after[path]) {
      case (.some, nil): "\(path) is gone"
      case (nil, .some): "\(path) is new"
      case (let old, let new): old == new ? nil : "\(path) is changed"
      }
    }
  }
}
