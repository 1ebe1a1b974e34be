#if DEBUG
import Glibc
import OperatingSystem

/// Lists the files in folders that belong to one app alone. Nothing is ever changed there.
///
/// A folder is listed again only if its time of change is another one, so that a look at folders in which nothing has
/// happened is one system call for each. Links are not followed.
package struct PrivateFolders {
  /// A folder whose contents are compared, with all below it.
  package struct Root: Hashable, Sendable {
    var path: String
    var kind: Resource.Kind

    package init(_ path: String, _ kind: Resource.Kind) { (self.path, self.kind) = (path, kind) }
  }

  /// Names in one folder that are passed over, with all below them.
  package struct Expected: Sendable {
    private let names: Set<FileName>
    private let prefixes: [String]

    package init(names: some Sequence<String> = [], prefixes: [String] = []) {
      (self.names, self.prefixes) = (Set(names.map(FileName.init(_:))), prefixes)
    }

    func contains(_ name: FileName) -> Bool {
      prefixes.contains(where: name.hasPrefix) || names.contains(name)
    }
  }

  /// A folder as it was at the latest look.
  private struct Known {
    let path: String
    let kind: Resource.Kind
    let isRoot: Bool
    var status: FileStatus?
    /// Whether the folder had not changed for so long that its next change must give it another time.
    var isSettled = false
    /// Whether nobody is allowed to see what is in it.
    var isUnread = false
    /// Whether it could not be listed just now.
    var isUnlisted = false
    var files: Set<String> = []
    var folders: Set<String> = []
  }

  /// The folder around all of them.
  package let path: String
  private let expected: [String: Expected]
  private var known: [Known]

  /// Describes folders around which there is the one at `path`. What is expected is told for each folder by its path.
  package init(at path: String, _ roots: [Root], besides expected: [String: Expected]) {
    (self.path, self.expected) = (path, expected)
    known = roots.map { Known(path: $0.path, kind: $0.kind, isRoot: true) }
  }

  /// The files of one kind as they were at the latest look, the folders that nobody may read, and the empty ones among
  /// temporary files; nil if that could not be looked at.
  func list(_ kind: Resource.Kind) -> [Resource]? {
    let ofKind = known.filter { $0.kind == kind }
    if ofKind.contains(where: \.isUnlisted) { return nil }
    return ofKind.flatMap { folder in
      let isEmpty = folder.files.isEmpty && folder.folders.isEmpty
      let isLeftover = isEmpty && kind == .temporaryFile && !folder.isRoot
      return (folder.files.sorted() + (isLeftover || folder.isUnread ? [folder.path] : [])).map {
        Resource(kind: kind, name: $0, identity: $0, judgement: .leak)
      }
    }
  }

  /// Looks at the folders of one kind, and returns whether there is anything else in them than before.
  mutating func look(at kind: Resource.Kind) -> Bool {
    var hasChanged = false
    var index = 0
    // Folders that are found are added at the end, and so are looked at as well.
    while index < known.count {
      if known[index].kind == kind, lookAgain(at: index) { hasChanged = true }
      index += 1
    }
    if hasChanged { known.removeAll { $0.kind == kind && !$0.isRoot && $0.status == nil } }
    return hasChanged
  }

  /// Lists the folders of one kind at the next look in any case: a file that was there has gone since, and another one of its
  /// name would be taken for it.
  mutating func lookCloser(at kind: Resource.Kind) {
    for index in known.indices where known[index].kind == kind { known[index].status = nil }
  }

  private mutating func lookAgain(at index: Int) -> Bool {
    let before = known[index]
    let status = (try? Descriptor.status(atPath: before.path)).flatMap { $0.kind == .folder ? $0 : nil }
    if status == before.status, before.isSettled || status == nil { return false }
    known[index].status = status
    var (files, folders): (Set<String>, Set<String>) = ([], [])
    do throws(SystemError) {
      if status != nil { (files, folders) = try entries(of: before.path) }
      (known[index].isUnread, known[index].isUnlisted) = (false, false)
    } catch {
      (known[index].isSettled, known[index].isUnread, known[index].isUnlisted) =
        (false, error.isDenied, !error.isDenied)
      return before.status == nil || !error.isDenied || !before.isUnread
    }
    known[index].isSettled = status.map(Self.isOld) ?? false
    (known[index].files, known[index].folders) = (files, folders)
    for folder in folders.subtracting(before.folders).sorted() where known.count < Self.mostFolders {
      if !known.contains(where: { $0.path == folder }) {
        known.append(Known(path: folder, kind: before.kind, isRoot: false))
      }
    }
    return before.status == nil || status == nil || before.isUnread || before.isUnlisted
      || files != before.files || folders != before.folders
  }

  /// What is in the folder.
  private func entries(of path: String) throws(SystemError) -> (files: Set<String>, folders: Set<String>) {
    var (files, folders): (Set<String>, Set<String>) = ([], [])
    for entry in try Descriptor.folder(atPath: path, followsLink: false).entries()
    where expected[path]?.contains(entry.name) != true {
      let entryPath = "\(path)/\(entry.name)"
      if entry.kind == .folder { folders.insert(entryPath) } else { files.insert(entryPath) }
    }
    return (files, folders)
  }

  /// Whether any change from now on gets a later time than the folder has. Files are stamped by the coarse clock of the kernel,
  /// whose ticks may come late on a machine with much to do, so nothing is said by another clock.
  private static func isOld(_ status: FileStatus) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    return (now.tv_sec, now.tv_nsec) > (status.changedSeconds, status.changedNanoseconds)
  }

  /// Beyond this number folders are not looked into.
  static let mostFolders = 500
}
#endif
