#if DEBUG
import AppDriver
import ControlProtocol
import Foundation
import OperatingSystem
import Processes
import Records
import ToolOptions

/// What the file of an app says that somebody holds.
struct AppRecord: Codable, Equatable {
  /// The name that the app reports of itself.
  var app: String
  var process: Int32
  /// Its control socket.
  var socket: String
  /// The process that holds the app: when this ends, the app does.
  var keeper: Int32
  /// The address of its workbench, with the token.
  var workbench: String?
  /// The test that has failed, and waits with the app.
  var pause: PauseNote?
}

/// An app that can be driven.
struct KnownApp {
  /// How it is called on the command line.
  let handle: String
  let address: AppAddress
  let workbench: String?
  /// The test that has failed, and waits with the app.
  var pause: PauseNote?
  /// Nil if a person has started the app.
  var place: FoundPlace?

  /// The keeper sees by the file's time that the app is used.
  func markUsed() {
    try? place?.file.setModificationTime(secondsSince1970: Date().timeIntervalSince1970)
  }
}

/// The file of an app that somebody holds, open.
struct FoundPlace {
  fileprivate let file: Descriptor
  private let keeper: Int32

  fileprivate init(_ file: Descriptor, keeper: Int32) { (self.file, self.keeper) = (file, keeper) }

  /// The process that holds the app, as a descriptor that becomes readable when it ends; nil if it has gone.
  func holder() -> Descriptor? {
    guard let handle = try? RunningProcess.handle(of: keeper) else { return nil }
    // As long as the file is locked, the number is that of the keeper.
    return RunningApps.isHeld(file) ? handle : nil
  }
}

/// The apps that `cleanslate` can drive, as files in a folder that only their user can read, each named as its app is
/// called on the command line.
///
/// Whoever holds an app keeps its file locked as long as it lives, so that nobody has to trust a process number: what is
/// not locked is of an app that has gone, and whoever sees it takes it away.
struct RunningApps {
  let path: String
  private let environment: [String: String]

  /// The folder is the same for all processes of a user who does not name another one for state: a shell that another
  /// program has started may lack variables, and may write to no other place.
  init(environment: [String: String]) {
    self.environment = environment
    let named = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    path = named.map { "\($0)/cleanslate/apps" } ?? "/tmp/cleanslate-apps-\(FileStatus.currentUser)"
  }

  /// The app with the handle, and all there are; without a handle, those that could be meant.
  ///
  /// What a person has started is looked for only if nothing else fits: that takes longer.
  func choose(_ handle: String?) throws -> (fitting: [KnownApp], all: [KnownApp], silent: [String]) {
    var known = try all()
    var silent: [String] = []
    func fits(_ app: KnownApp) -> Bool { handle == nil || app.handle == handle }
    if !known.contains(where: fits) {
      let found = FoundApps(environment)
      known += found.apps
      silent = found.silent
    }
    return (known.filter(fits), known, silent)
  }

  /// Those that are listed here, and those that a person has started.
  func everywhere() throws -> (apps: [KnownApp], silent: [String]) {
    let found = FoundApps(environment)
    return (try all() + found.apps, found.silent)
  }

  /// The apps that run, sorted by name.
  func all() throws -> [KnownApp] {
    guard let folder = try openFolder(making: false) else { return [] }
    var known: [KnownApp] = []
    for entry in try folder.entries() where entry.kind == .file {
      let name = "\(entry.name)"
      if Self.isPageOfDead(name) { try? folder.unlink(entry.name) }
      guard Self.isHandle(entry.name), let file = try? folder.fileToRead(entry.name) else { continue }
      guard Self.isHeld(file) else {
        try? inTurn(folder) { try removeDead(entry.name, in: folder) }
        continue
      }
      let bytes = try Self.contents(of: file)
      // One of another build of this tool is none of this one's.
      guard let record = try? WireJSON.decode(AppRecord.self, from: bytes) else { continue }
      known.append(
        KnownApp(
          handle: name,
          address: AppAddress(
            name: record.app, process: record.process, door: .socket(record.socket, server: record.process)),
          workbench: record.workbench, pause: record.pause, place: FoundPlace(file, keeper: record.keeper)))
    }
    return known.sorted { $0.handle < $1.handle }
  }

  /// Adds an app under its name, or with a number if that is taken; it is there until the returned place goes.
  func add(_ record: AppRecord) throws -> HeldPlace {
    guard let folder = try openFolder(making: true) else { throw SystemError.last("open \(path)") }
    return try inTurn(folder) {
      for entry in try folder.entries() where entry.kind == .file && Self.isHandle(entry.name) {
        try? removeDead(entry.name, in: folder)
      }
      let taken = Set(try folder.entries().map { "\($0.name)" })
      let handle =
        ([record.app] + (2...10_000).map { "\(record.app)-\($0)" }).first { !taken.contains($0) }
        ?? "\(record.app)-\(UUID())"
      let file = try folder.newFile(FileName(handle))
      do {
        // Whoever reads the list asks for the lock for a moment.
        try file.lock()
        try file.setMode(0o600)
        try file.writeAll(try WireJSON.encode(record))
      } catch {
        try? folder.unlink(FileName(handle))
        throw error
      }
      // What an earlier app of the name has left.
      try? folder.unlink(FileName(handle + Self.lastWordsSuffix))
      return HeldPlace(handle: handle, file: file, folder: folder, path: path)
    }
  }

  /// Why an app has ended that nobody has told to, once: for whoever shows it.
  func takeLastWords(of handle: String?) -> [String] {
    guard let folder = try? openFolder(making: false), let entries = try? folder.entries() else { return [] }
    return entries.filter { "\($0.name)".hasSuffix(Self.lastWordsSuffix) }
      .filter { handle == nil || "\($0.name)" == (handle ?? "") + Self.lastWordsSuffix }
      .compactMap { entry in
        guard let bytes = try? Self.contents(of: folder.fileToRead(entry.name)) else { return nil }
        try? folder.unlink(entry.name)
        return String(decoding: bytes, as: UTF8.self)
      }
  }

  /// Writes a page that leads a browser on to the address; it goes with the app. Returns its path.
  func writePage(to address: String, of app: KnownApp) throws -> String {
    _ = try openFolder(making: true)
    let page = "\(path)/\(Self.pageName(of: app.handle))"
    try WholeFile.write(WorkbenchAddress.door(to: address).utf8, to: page, mode: 0o600)
    return page
  }

  fileprivate static func pageName(of handle: String) -> String { ".\(handle).html" }

  /// Whether it is the page of an app that a person has started, which has no file here, and that has gone.
  private static func isPageOfDead(_ name: String) -> Bool {
    guard let process = name.wholeMatch(of: /\..+\.(\d+)\.html/)?.1 else { return false }
    return !FileManager.default.fileExists(atPath: "/proc/\(process)")
  }

  /// Whether a process holds the lock of the file.
  static func isHeld(_ file: Descriptor) -> Bool {
    guard (try? file.lockAtOnce(shared: true)) == true else { return true }
    file.unlock()
    return false
  }

  fileprivate static let lastWordsSuffix = ".ended"

  private static func contents(of file: Descriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try file.readSome(), !more.isEmpty, bytes.count < 1 << 20 { bytes += more }
    return bytes
  }

  private static func isHandle(_ name: FileName) -> Bool {
    !name.hasPrefix(".") && !"\(name)".hasSuffix(lastWordsSuffix)
  }

  /// Removes what an app that has gone has left. It is for one process at a time: another app may take the name meanwhile.
  private func removeDead(_ name: FileName, in folder: Descriptor) throws {
    guard let file = try? folder.fileToRead(name), !Self.isHeld(file) else { return }
    try folder.unlink(name)
    try? folder.unlink(FileName(Self.pageName(of: "\(name)")))
  }

  private func inTurn<Result>(_ folder: Descriptor, _ body: () throws -> Result) throws -> Result {
    try folder.lock()
    defer { folder.unlock() }
    return try body()
  }

  /// Opens the folder, and makes sure that it is private; nil if there is none and none is to be made.
  private func openFolder(making: Bool) throws -> Descriptor? {
    if try Descriptor.status(atPath: path) == nil {
      guard making else { return nil }
      do throws(SystemError) {
        try Descriptor.makeFolders(atPath: path)
      } catch {
        throw ToolFailure.unavailable(
          "The apps that run are listed in \(path), which cannot be made: \(error.reason). \(Self.remedy)")
      }
    }
    let folder: Descriptor
    do throws(SystemError) {
      folder = try Descriptor.folder(atPath: path, followsLink: false)
    } catch {
      throw ToolFailure.unavailable(
        "The apps that run are listed in \(path), which cannot be opened: \(error.reason). \(Self.remedy)")
    }
    let status = try folder.status()
    guard status.owner == FileStatus.currentUser, status.mode == 0o700 else {
      throw ToolFailure.unavailable(
        "The apps that run are listed in \(path), which has to belong to you alone, with mode 700; it has "
          + "mode \(String(status.mode, radix: 8)) and belongs to user \(status.owner). \(Self.remedy)")
    }
    return folder
  }

  private static let remedy = "Remove it, or name another folder for state in XDG_STATE_HOME."
}

/// The place of an app among those that run. Whoever has it holds the app.
struct HeldPlace {
  let handle: String
  fileprivate let file: Descriptor
  fileprivate let folder: Descriptor
  fileprivate let path: String

  /// When the app was used last, in seconds since 1970.
  var lastUse: Double { (try? file.status().modified) ?? 0 }

  /// Takes the app from the list, and leaves word of why it has ended if nobody has asked for that.
  func giveUp(saying lastWords: String?) {
    if let lastWords {
      try? WholeFile.write(
        lastWords.utf8, to: "\(path)/\(handle)\(RunningApps.lastWordsSuffix)", mode: 0o600)
    }
    try? folder.unlink(FileName(RunningApps.pageName(of: handle)))
    try? folder.unlink(FileName(handle))
  }
}
#endif
