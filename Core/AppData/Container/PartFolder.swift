package import OperatingSystem

/// A part of a container that is a folder, for whoever copies it while no generation writes.
package struct PartFolder: Sendable {
  /// A folder beside the part's own. It is nothing that the app keeps before the part takes it over, and is deleted as
  /// unfinished if that never happens.
  package struct Prepared: Sendable {
    fileprivate let name: FileName
    package let files: Int
  }

  private let part: any RootedPart

  init(_ part: any RootedPart) { self.part = part }

  package var name: String { part.name }
  /// Whether other apps use it, too; they delete at their start what is not taken over by then.
  package var isShared: Bool { part.root.isShared }

  /// Passes the folder to `body`, nil if there is none, while no other app of its group writes.
  package func read<Result: Sendable>(_ body: (Descriptor?) throws -> Result) throws -> Result {
    try naming("copy", part.place) {
      guard let opened = try part.root.existing() else { return try body(nil) }
      return try part.root.inTurn(opened) { try body(part.openFolder()) }
    }
  }

  /// How many things the part holds, if that number of files is in its folder.
  package func count(ofFiles files: Int) throws -> Int {
    part is FileStore ? files : try part.inventory().count
  }

  /// Makes a folder that the part can take over. `fill` fills it, and returns the number of files in it.
  package func prepare(_ fill: (Descriptor) throws -> Int) throws -> Prepared {
    try naming("prepare", part.place) {
      let opened = try part.root.making()
      let name = try opened.makeUnfinishedFolder()
      do {
        return Prepared(name: name, files: try fill(opened.folder.folder(name)))
      } catch {
        try? opened.remove(name, from: opened.folder)
        throw error
      }
    }
  }

  /// Puts the folder in the place of what the part holds. No generation may run.
  package func take(_ prepared: Prepared) throws {
    try naming("restore", part.place) {
      try part.take(prepared.name, files: prepared.files, in: part.root.making())
    }
  }

  /// Moves a folder that nobody needs to the trash.
  package func discard(_ prepared: Prepared) {
    guard let opened = try? part.root.existing() else { return }
    try? opened.remove(prepared.name, from: opened.folder)
  }
}
