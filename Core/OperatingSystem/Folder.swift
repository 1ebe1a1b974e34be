#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Operations on an open folder and the names in it. None follows a link in the last step.
extension Descriptor {
  static let folderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  /// Opens a folder by its full path. Links on the way are followed; a link at the end is followed only with
  /// `followsLink`.
  package static func folder(atPath path: String, followsLink: Bool = true) throws(SystemError) -> Descriptor
  {
    let flags = followsLink ? folderFlags : folderFlags | O_NOFOLLOW
    return Descriptor(owning: try SystemError.check("openat") { openat(AT_FDCWD, path, flags) })
  }

  /// Makes a folder by its full path, for its user alone; does nothing if something is there.
  package static func makeFolder(atPath path: String) throws(SystemError) {
    do throws(SystemError) {
      try SystemError.check("mkdir") { mkdir(path, 0o700) }
    } catch {
      guard error.isAlreadyThere else { throw error }
    }
  }

  /// Makes a folder and those above it, as far as they are missing.
  package static func makeFolders(atPath path: String) throws(SystemError) {
    var place = ""
    for step in path.split(separator: "/") {
      place += "/\(step)"
      try makeFolder(atPath: place)
    }
  }

  /// Makes a folder with a new name, which nobody else can enter, and returns its path.
  package static func makePrivateFolder(in parent: String) throws(SystemError) -> String {
    var template = Array("\(parent)/cs-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .last("mkdtemp in \(parent)") }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The status of what is at a full path, or nil when nothing is: of a link itself, or of what it leads to.
  package static func status(
    atPath path: String, followingLinks: Bool = false
  ) throws(SystemError) -> FileStatus? {
    try status("lstat", orNilFor: ENOTDIR) { followingLinks ? stat(path, &$0) : lstat(path, &$0) }
  }

  /// Removes what is at a full path, which must not be a folder.
  package static func unlink(atPath path: String) throws(SystemError) {
    try SystemError.check("unlink") { unlinkat(AT_FDCWD, path, 0) }
  }

  package func folder(_ name: FileName) throws(SystemError) -> Descriptor {
    try open(name, Self.folderFlags)
  }

  /// Opens a folder, or returns nil when nothing has the name.
  package func folderIfThere(_ name: FileName) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      return try folder(name)
    } catch {
      guard error.isNotFound else { throw error }
      return nil
    }
  }

  /// Opens a folder; makes it if it is missing.
  package func folderMakingIfMissing(_ name: FileName) throws(SystemError) -> Descriptor {
    if let folder = try folderIfThere(name) { return folder }
    do throws(SystemError) {
      try makeFolder(name)
    } catch {
      guard error.isAlreadyThere else { throw error }
    }
    return try folder(name)
  }

  package func makeFolder(_ name: FileName) throws(SystemError) {
    try SystemError.check("mkdirat") { name.withCString { mkdirat(number, $0, 0o700) } }
  }

  package func parentFolder() throws(SystemError) -> Descriptor { try open("..", Self.folderFlags) }

  /// Opens a file for reading; does not block if it is a pipe.
  package func fileToRead(_ name: FileName) throws(SystemError) -> Descriptor {
    try open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  }

  package func fileToChange(_ name: FileName) throws(SystemError) -> Descriptor {
    try open(name, O_RDWR | O_NONBLOCK | O_CLOEXEC)
  }

  /// Makes a file that only its user can read; fails when the name is taken.
  package func newFile(_ name: FileName) throws(SystemError) -> Descriptor {
    try open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC)
  }

  private func open(_ name: FileName, _ flags: Int32) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try SystemError.check("openat") {
        name.withCString { openat(number, $0, flags | O_NOFOLLOW, mode_t(0o600)) }
      })
  }

  // MARK: - Names

  /// The status of what has the name in this folder, or nil when nothing has it.
  package func status(of name: FileName) throws(SystemError) -> FileStatus? {
    try Self.status("fstatat") { status in
      name.withCString { fstatat(number, $0, &status, AT_SYMLINK_NOFOLLOW) }
    }
  }

  /// Asks for a status; returns nil when nothing is there, as one more error code may say.
  ///
  /// An erasure mostly looks for things that are not there; they must not cost a thrown error.
  private static func status(
    _ call: String, orNilFor absence: Int32 = ENOENT, _ body: (inout stat) -> Int32
  ) throws(SystemError) -> FileStatus? {
    var status = stat()
    while body(&status) != 0 {
      let code = errno
      if code == ENOENT || code == absence { return nil }
      if code != EINTR { throw SystemError(call: call, code: code) }
    }
    return FileStatus(status)
  }

  /// Moves `name` of this folder to another folder and name, replacing a file that is there.
  package func rename(_ name: FileName, to folder: Descriptor, as newName: FileName) throws(SystemError) {
    try SystemError.check("renameat") {
      name.withCString { old in newName.withCString { renameat(number, old, folder.number, $0) } }
    }
  }

  /// Gives the file `name` of this folder another name, perhaps in another folder; a symbolic link gets one itself.
  package func link(_ name: FileName, to folder: Descriptor, as newName: FileName) throws(SystemError) {
    try SystemError.check("linkat") {
      name.withCString { old in newName.withCString { linkat(number, old, folder.number, $0, 0) } }
    }
  }

  /// Removes a name that is not a folder; of a link, the link itself.
  package func unlink(_ name: FileName) throws(SystemError) {
    try SystemError.check("unlinkat") { name.withCString { unlinkat(number, $0, 0) } }
  }

  package func removeEmptyFolder(_ name: FileName) throws(SystemError) {
    try SystemError.check("rmdir") { name.withCString { unlinkat(number, $0, AT_REMOVEDIR) } }
  }

  /// Gives the user full access to the folder `name`; fails if that is a link.
  package func openUp(_ name: FileName) throws(SystemError) {
    try SystemError.check("fchmodat") {
      name.withCString { fchmodat(number, $0, 0o700, AT_SYMLINK_NOFOLLOW) }
    }
  }

  /// Gives the user full access to this folder.
  package func openUp() throws(SystemError) { try setMode(0o700) }

  /// The target of the link `name`, as bytes.
  package func target(ofLink name: FileName) throws(SystemError) -> [UInt8] {
    var room = [CChar](repeating: 0, count: 4096)
    let count = try SystemError.check("readlinkat") {
      name.withCString { readlinkat(number, $0, &room, room.count) }
    }
    return room.prefix(count).map(UInt8.init(bitPattern:))
  }

  package struct Entry: Sendable {
    package let name: FileName
    package let kind: FileKind
  }

  /// Lists this folder, without `.` and `..`, in no particular order.
  package func entries() throws(SystemError) -> [Entry] {
    let copy = try SystemError.check("openat") { openat(number, ".", Descriptor.folderFlags, mode_t(0)) }
    guard let stream = fdopendir(copy) else {
      let code = errno
      Descriptor(owning: copy).close()
      throw SystemError(call: "fdopendir", code: code)
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let record = readdir(stream) else {
        if errno != 0 { throw .last("readdir") }
        return entries
      }
      let name = withUnsafeBytes(of: &record.pointee.d_name) { bytes in
        let characters = bytes.bindMemory(to: CChar.self)
        return characters.baseAddress.map { FileName(terminatedBy: $0, count: strlen($0)) } ?? FileName("")
      }
      if name == "." || name == ".." { continue }
      if let kind = FileKind(listingType: record.pointee.d_type) {
        entries.append(Entry(name: name, kind: kind))
      } else if let status = try status(of: name) {
        entries.append(Entry(name: name, kind: status.kind))
      }
    }
  }
}
