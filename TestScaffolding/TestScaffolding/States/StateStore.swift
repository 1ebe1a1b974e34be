#if DEBUG
import AppData
import ControlProtocol
import Foundation
import OperatingSystem

/// The named states of one app, in a folder outside of its container that only its user can enter.
///
/// Several processes may use it at the same time; one at a time reads or writes. It is opened for each use, so that
/// no descriptor stays with the app.
struct StateStore: Sendable {
  let app: String
  let appVersion: String
  /// Tells the running build from others.
  private let build: @Sendable () throws -> String
  private let folder: String

  /// Describes the states of an app in a folder for those of all apps, given by its full path.
  init(
    app: String, appVersion: String, in folder: String,
    build: @escaping @Sendable () throws -> String = { try FileStatus.ofThisProgram().build }
  ) {
    (self.app, self.appVersion, self.build, self.folder) = (app, appVersion, build, folder)
  }

  /// Where states are if nobody says otherwise: beside the private folders of apps under test, so that both are on one
  /// file system.
  static func usualFolder(environment: [String: String]) -> String {
    StateRecord.folder(below: TemporaryFiles.folder(in: environment), user: FileStatus.currentUser)
  }

  private var root: Root {
    let steps = folder.split(separator: "/").map(String.init)
    return Root(
      at: ContainerPlace(
        below: "/" + steps.dropLast().joined(separator: "/"),
        of: [ControlOption.driven.name], [steps.last ?? "", app],
        marker: Marker(owner: "states of \(app)"),
        use: .shared))
  }

  // MARK: - Looking

  /// All states, sorted by name. What is no whole state is left out.
  func list() throws -> [StateManifest] {
    guard let opened = try existing() else { return [] }
    return try manifests(in: opened)
  }

  private func unknown(_ name: StateName) throws -> StateError {
    // Those of another build could not be used either.
    let (all, build) = (try list(), try? build())
    let known = all.filter { build == nil || $0.build == build }.map(\.name)
    let folder = try? Descriptor.folder(atPath: folder, followsLink: false)
    let others = try folder?.entries().filter { entry in
      guard entry.kind == .folder, "\(entry.name)" != app else { return false }
      return try folder?.folder(entry.name).status(of: name.file) != nil
    }
    return .unknown(
      name.text, known: known, hasOlder: all.count > known.count,
      elsewhere: (others ?? []).map { "\($0.name)" }.sorted())
  }

  private func existing() throws -> MarkedFolder? {
    guard let opened = try root.existing() else { return nil }
    return try checked(opened)
  }

  /// Secrets are in it, so nobody else may enter.
  private func checked(_ opened: MarkedFolder) throws -> MarkedFolder {
    let permissions = try opened.folder.status().permissions
    guard permissions & 0o077 == 0 else {
      throw AppDataError.secretsReadableByOthers(path: root.path, permissions: permissions, right: 0o700)
    }
    return opened
  }

  private func manifests(in opened: MarkedFolder) throws -> [StateManifest] {
    try opened.folder.entries().compactMap { entry in
      guard entry.name.hasSuffix(StateManifest.fileEnding) else { return nil }
      let text = "\(entry.name)".utf8.dropLast(StateManifest.fileEnding.utf8.count)
      return try? read(StateName(String(decoding: text, as: UTF8.self)), in: opened)
    }.sorted { $0.name < $1.name }
  }

  /// Far more than names of files take.
  private static let mostOfManifest = 64 << 20

  /// Reads what is known of a state; nil if there is none.
  private func read(_ name: StateName, in opened: MarkedFolder) throws -> StateManifest? {
    let place = "\(root.path)/\(name.file)"
    let data: Data
    do {
      let file = try opened.folder.fileToRead(name.file)
      let status = try file.status()
      guard status.kind == .file else { throw AppDataError.notAFile(place) }
      guard status.size <= Self.mostOfManifest else {
        throw StateError.damaged(
          name.text, place: place, reason: "its list of contents has \(status.size) bytes")
      }
      data = try file.readAll(expecting: status.size)
    } catch let error as SystemError where error.isNotFound {
      return nil
    } catch let error as SystemError where error.isLink {
      throw AppDataError.notAFile(place)
    }
    guard let manifest = try? JSONDecoder().decode(StateManifest.self, from: data) else {
      throw StateError.damaged(name.text, place: place, reason: "its list of contents cannot be read")
    }
    guard manifest.name == name.text else {
      throw StateError.damaged(
        name.text, place: place, reason: "its list of contents is that of \"\(manifest.name)\"")
    }
    // Whatever else the list named would be taken for the data, and removed with the state.
    guard manifest.folder.hasPrefix(Self.dataPrefix), !manifest.folder.utf8.contains(UInt8(ascii: "/")) else {
      throw StateError.damaged(
        name.text, place: place, reason: "its list of contents names the folder '\(manifest.folder)'")
    }
    return manifest
  }

  // MARK: - Saving and deleting

  /// Copies what the container holds, and makes it the state of the name in one step. Nothing may write meanwhile.
  func save(_ container: AppContainer, as name: String, madeBy: String? = nil) throws -> StateManifest {
    let name = try StateName(name)
    let root = root
    // Also where it fails, perhaps because its files have taken all room.
    defer { root.emptyTrash() }
    return try naming("save a state in", root.path) {
      try write(container, as: name, madeBy: madeBy, in: root)
    }
  }

  private func write(
    _ container: AppContainer, as name: StateName, madeBy: String?, in root: Root
  ) throws -> StateManifest {
    let opened = try checked(root.making())
    try root.removeUnfinishedWrites()
    return try root.inTurn(opened) {
      let unfinished = try opened.makeUnfinishedFolder()
      do {
        let folder = try opened.folder.folder(unfinished)
        var manifest = try StateManifest(
          name: name.text, app: app, appVersion: appVersion, build: build(), madeBy: madeBy,
          folder: "\(MarkedFolder.newName(Self.dataPrefix))", parts: [], leftOut: [])
        for part in container.partFolders {
          if let saved = try Self.save(part, to: folder) { manifest.parts.append(saved) }
        }
        for part in container.registeredParts {
          guard let portable = part as? any PortablePart else {
            if try !part.verifyEmpty() { manifest.leftOut.append(part.name) }
            continue
          }
          manifest.parts.append(try Self.save(portable, number: manifest.parts.count, to: folder))
        }
        let earlier = try? read(name, in: opened)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let list = try encoder.encode(manifest)
        try opened.folder.rename(unfinished, to: opened.folder, as: FileName(manifest.folder))
        do {
          try opened.replaceFile(name.file, in: opened.folder, with: list)
        } catch {
          _ = try? opened.moveAside(FileName(manifest.folder))
          throw error
        }
        if let earlier { try opened.moveAside(FileName(earlier.folder)) }
        removeOrphans(in: opened)
        return manifest
      } catch {
        _ = try? opened.remove(unfinished, from: opened.folder)
        throw error
      }
    }
  }

  private static func save(_ part: any RootedPart, to folder: Descriptor) throws -> StateManifest.Part? {
    let files = try part.read { source -> Int? in
      guard let source else { return nil }
      let name = FileName(part.name)
      try folder.makeFolder(name)
      return try TreeCopy.copy(source, at: part.name, to: folder.folder(name))
    }
    return try files.map {
      StateManifest.Part(name: part.name, count: try part.count(ofFiles: $0), files: $0)
    }
  }

  private static func save(
    _ part: any PortablePart, number: Int, to folder: Descriptor
  ) throws -> StateManifest.Part {
    let file = try folder.newFile(FileName(fileName(ofPart: number)))
    try file.write(part.contents())
    return StateManifest.Part(name: part.name, count: try part.inventory().count)
  }

  /// The file of a registered part, whose name may be anything.
  private static func fileName(ofPart number: Int) -> String { "registered-\(number)" }

  /// Deletes a state.
  func remove(_ name: String) throws {
    let name = try StateName(name)
    let root = root
    guard let opened = try existing(), try opened.folder.status(of: name.file) != nil else {
      throw try unknown(name)
    }
    try root.inTurn(opened) {
      let folder = try? read(name, in: opened)?.folder
      try opened.remove(name.file, from: opened.folder)
      if let folder { try opened.moveAside(FileName(folder)) }
    }
    root.emptyTrash()
  }

  private static let dataPrefix = "data-"

  /// Moves folders to the trash that a killed process has left without a list of contents, unless a list that cannot be
  /// read may be theirs.
  private func removeOrphans(in opened: MarkedFolder) {
    guard let entries = try? opened.folder.entries(), let known = try? manifests(in: opened),
      entries.count(where: { $0.name.hasSuffix(StateManifest.fileEnding) }) == known.count
    else { return }
    let folders = Set(known.map(\.folder))
    for entry in entries
    where entry.kind == .folder && entry.name.hasPrefix(Self.dataPrefix) && !folders.contains("\(entry.name)")
    {
      _ = try? opened.moveAside(entry.name)
    }
  }

  // MARK: - Going to a state

  /// Whether the prepared state is still the one of the name.
  func isCurrent(_ state: PreparedState, as name: String) -> Bool {
    guard state.manifest.name == name, let list = try? StateName(name).file else { return false }
    return (try? Descriptor.status(atPath: "\(root.path)/\(list)")) == state.list
  }

  /// Makes all that a container needs to take over the state, beside what it holds now. Throws if anything is missing or
  /// there is no room; the container still holds what it did.
  func prepare(_ name: String, for container: AppContainer) throws -> PreparedState {
    let name = try StateName(name)
    let root = root
    guard let opened = try root.existing().map(checked) else { throw try unknown(name) }
    return try naming("use the state \"\(name.text)\" in", root.path) {
      try root.inTurn(opened) { try prepare(name, for: container, in: opened, root) }
    }
  }

  private func prepare(
    _ name: StateName, for container: AppContainer, in opened: MarkedFolder, _ root: Root
  ) throws -> PreparedState {
    guard let manifest = try read(name, in: opened), let list = try opened.folder.status(of: name.file)
    else { throw try unknown(name) }
    try manifest.check(for: app, build())
    let place = "\(root.path)/\(manifest.folder)"
    func damaged(_ reason: String) -> StateError {
      .damaged(name.text, place: "\(root.path)/\(name.file)", reason: reason)
    }
    func folder(_ name: FileName, in parent: Descriptor) throws -> Descriptor {
      do throws(SystemError) {
        return try parent.folder(name)
      } catch {
        guard error.isNotFound || error.isNotAFolder else { throw error }
        throw damaged("\(name) is \(error.isNotFound ? "missing" : "no folder")")
      }
    }
    let data = try folder(FileName(manifest.folder), in: opened.folder)
    var prepared = PreparedState(manifest: manifest, list: list)
    do {
      let (partFolders, registered) = (container.partFolders, container.registeredParts)
      for (number, part) in manifest.parts.enumerated() {
        if let files = part.files {
          guard let target = partFolders.first(where: { $0.name == part.name }) else {
            throw damaged("\(part.name) is missing")
          }
          let source = try folder(FileName(part.name), in: data)
          let copy = try target.prepare {
            try TreeCopy.copy(source, at: "\(place)/\(part.name)", to: $0)
          }
          prepared.folders.append((target, copy))
          guard copy.files == files else {
            throw damaged("\(part.name) has \(copy.files) files instead of \(files)")
          }
        } else {
          let target = registered.first { $0.name == part.name } as? any PortablePart
          let name = FileName(Self.fileName(ofPart: number))
          guard let target, try data.status(of: name)?.kind == .file else {
            throw damaged("\(part.name) is missing")
          }
          prepared.contents.append((target, try data.fileToRead(name).readAll(expecting: 4096)))
        }
      }
      return prepared
    } catch {
      prepared.discard()
      throw error
    }
  }
}

/// A state that a container can take over at once.
struct PreparedState: Sendable {
  let manifest: StateManifest
  /// The file of the manifest, by which another state of the same name is noticed.
  fileprivate let list: FileStatus
  fileprivate(set) var folders: [(part: any RootedPart, copy: PreparedFolder)] = []
  fileprivate(set) var contents: [(part: any PortablePart, data: Data)] = []

  /// Puts the state in the place of what the container holds, part by part, each in one step. No generation may run.
  func take() throws {
    for (part, copy) in folders { try part.take(copy) }
    for (part, data) in contents { try part.replaceContents(with: data) }
  }

  /// Lets go of what the container has not taken over.
  func discard() {
    for (part, copy) in folders { part.discard(copy) }
  }
}
#endif
